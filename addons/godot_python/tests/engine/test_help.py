"""Docstrings as the editor's help."""

from __future__ import annotations

from xml.etree import ElementTree

import _godot
from classes_creatures import Boss, Creature
from godot._help import class_page


def test_the_page_of_a_class_says_what_its_source_says():
    page = ElementTree.fromstring(class_page(Creature, _godot.class_info(Creature).declaration, "Node3D"))
    assert page.get("name") == "Creature"
    assert page.get("inherits") == "Node3D"
    assert page.findtext("brief_description") == "A creature of the tests."
    assert page.findtext("description") == "It walks and tells of it."
    methods = {method.get("name"): method for method in page.iter("method")}
    assert methods["add"].findtext("description") == "Adds."
    assert methods["add"].find("return").get("type") == "int"
    assert [parameter.get("type") for parameter in methods["add"].iter("param")] == ["int", "int"]
    members = {member.get("name"): member for member in page.iter("member")}
    assert members["goal"].get("type") == "Vector3"
    assert members["speed"].get("default") == "4.2"
    assert [parameter.get("name") for parameter in page.find("signals/signal").iter("param")] == ["cell", "by"]


def test_a_class_without_a_docstring_has_a_page():
    ElementTree.fromstring(class_page(Boss, _godot.class_info(Boss).declaration, "Creature"))

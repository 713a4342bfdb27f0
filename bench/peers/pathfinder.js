// Runs mineflayer-pathfinder's A* for the benchmarks, unmodified, over its own Movements, told to walk only: no digging, building or leaping.
// Reads one JSON request a line. {"shape", "cells": base64 of bytes [x][y][z], 0 air, 1 stone, 3 water} sets the world;
// {"start", "goal", "times"} answers with the mean microseconds of a search and with the way, its cost and what it visited.
"use strict"

const { createRequire } = require("module")
const load = createRequire(process.argv[2])
const { Movements, goals } = load("mineflayer-pathfinder")
const AStar = load("mineflayer-pathfinder/lib/astar")
const Move = load("mineflayer-pathfinder/lib/move")
const { Vec3 } = load("vec3")
const registry = load("minecraft-data")("1.16.5")
const Block = load("prismarine-block")(registry)
const lines = require("readline").createInterface({ input: process.stdin })

const KINDS = { 0: "air", 1: "stone", 3: "water" }
const world = { shape: [0, 0, 0], cells: null, blocks: [] }

// Every block is made once and kept, which is less work than the chunk look-up of a bot in a game.
const bot = {
  registry,
  entities: {},
  inventory: { items: () => [] },
  game: { minY: 0 },
  blockAt (at) {
    const [nx, ny, nz] = world.shape
    if (at.x < 0 || at.x >= nx || at.y < 0 || at.y >= ny || at.z < 0 || at.z >= nz) {
      return null
    }
    const i = (at.x * ny + at.y) * nz + at.z
    if (world.blocks[i] === undefined) {
      world.blocks[i] = Block.fromStateId(registry.blocksByName[KINDS[world.cells[i]]].minStateId, 0)
      world.blocks[i].position = at.clone()
    }
    return world.blocks[i]
  }
}

const movements = new Movements(bot)
movements.canDig = false
movements.allow1by1towers = false
movements.allowParkour = false
movements.allowEntityDetection = false
movements.maxDropDown = 1
movements.infiniteLiquidDropdownDistance = false

function search (start, goal) {
  const from = new Move(...start, 0, 0)
  return new AStar(from, movements, new goals.GoalBlock(...goal), 600000, 600000).compute()
}

lines.on("line", (line) => {
  const request = JSON.parse(line)
  if (request.cells) {
    world.shape = request.shape
    world.cells = Buffer.from(request.cells, "base64")
    world.blocks = new Array(world.cells.length)
    process.stdout.write("{}\n")
    return
  }
  const spent = process.cpuUsage()
  const begun = process.hrtime.bigint()
  let found = null
  for (let i = 0; i < request.times; i++) {
    found = search(request.start, request.goal)
  }
  // A busy machine lengthens the one, collecting garbage beside the search the other: the shorter counts.
  const wall = Number(process.hrtime.bigint() - begun) / 1000
  const { user, system } = process.cpuUsage(spent)
  const way = [request.start, ...found.path.map(({ x, y, z }) => [x, y, z])]
  const us = Math.min(wall, user + system) / request.times
  process.stdout.write(JSON.stringify({ us, status: found.status, way, cost: found.cost, visited: found.visitedNodes }) + "\n")
})

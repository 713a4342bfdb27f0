// Runs ao-mesher for the benchmarks. Reads one JSON request a line: {"cells": base64 of uint16 [34][34][34], "times": n}; answers with the
// microseconds of processor time a mesh took and, for times = 1, the vertices as base64.
"use strict"

const { createRequire } = require("module")
const load = createRequire(process.argv[2])
const ndarray = load("ndarray")
const mesher = load("ao-mesher")
const lines = require("readline").createInterface({ input: process.stdin })

let voxels = null

lines.on("line", (line) => {
  const request = JSON.parse(line)
  if (request.cells) {
    const bytes = Buffer.from(request.cells, "base64")
    voxels = ndarray(new Int32Array(new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)), [34, 34, 34])
  }
  const start = process.cpuUsage()
  let vertices = null
  for (let i = 0; i < request.times; i++) {
    vertices = mesher(voxels)
  }
  const spent = process.cpuUsage(start)
  const answer = { us: (spent.user + spent.system) / request.times }
  if (request.times === 1) {
    answer.vertices = Buffer.from(vertices || []).toString("base64")
  }
  process.stdout.write(JSON.stringify(answer) + "\n")
})

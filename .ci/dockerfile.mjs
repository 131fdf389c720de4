// Runs every step of deploy/Dockerfile in empty folders, for a machine without Docker. Each stage is a
// folder, COPY copies what .dockerignore lets through, and RUN runs in a shell. Then starts what CMD says,
// checks it with HEALTHCHECK, and ends it.
import { randomBytes } from 'node:crypto'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join, matchesGlob, relative } from 'node:path'

const lines = readFileSync('deploy/Dockerfile', 'utf8')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line.trim() !== '')
const steps = lines.map((line) => [line.split(' ')[0], line.slice(line.indexOf(' ') + 1)])

const root = mkdtempSync(join(tmpdir(), 'convites-image-'))
// A Node image has a user `node`; this machine may not.
if (spawnSync('id', ['node']).status !== 0) writeFileSync(join(root, 'chown'), '#!/bin/sh\n', { mode: 0o755 })

const patterns = readFileSync('.dockerignore', 'utf8')
  .split('\n')
  .filter((line) => /^[^#]/.test(line))
  .slice(1)
const isLeftOut = (path) => {
  let isOut = false
  for (const pattern of patterns) {
    const plain = pattern.replace(/^!/, '')
    const isMet = matchesGlob
      ? matchesGlob(path, plain)
      : basename(path) === plain || path.endsWith(plain.replace(/^[*/]+/, ''))
    if (isMet) isOut = !pattern.startsWith('!')
  }
  return isOut
}

const stages = {}
let stage
let place
let env
let check
let command
for (const [name, rest] of steps) {
  if (!['ENV', 'EXPOSE', 'VOLUME', 'USER'].includes(name))
    process.stdout.write(`${name} ${rest.slice(0, 100)}\n`)
  if (name === 'FROM') {
    stage = join(root, String(Object.keys(stages).length))
    stages[/ AS (\w+)$/.exec(rest)?.[1] ?? 'last'] = stage
    env = { PATH: `${root}:${process.env.PATH}`, HOME: process.env.HOME }
  } else if (name === 'WORKDIR') {
    place = join(stage, rest)
    mkdirSync(place, { recursive: true })
  } else if (name === 'ENV' || name === 'ARG') {
    const [key, value = ''] = rest.split('=')
    env[key] = value
  } else if (name === 'COPY') {
    const [, from, paths] = /^(?:--from=(\w+) )?(.*)$/.exec(rest)
    const sources = paths.split(' ')
    const to = sources.pop()
    for (const source of sources) {
      const path = from ? join(stages[from], source) : source
      const isInto = to.endsWith('/') || sources.length > 1
      const target = isInto ? join(place, to, basename(source)) : join(place, to)
      const filter = (each) => from !== undefined || !isLeftOut(relative('.', each))
      cpSync(path, target, { recursive: statSync(path).isDirectory(), filter, verbatimSymlinks: true })
    }
  } else if (name === 'RUN') {
    const { status } = spawnSync('sh', ['-c', rest], {
      cwd: place,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    if (status !== 0) fail(`RUN ${rest} ended with ${status}`)
  } else if (name === 'HEALTHCHECK') check = JSON.parse(rest.slice(rest.indexOf('[')))
  else if (name === 'CMD') command = JSON.parse(rest)
}

const socket = createServer().listen(0, '127.0.0.1')
await once(socket, 'listening')
env.PORT = String(socket.address().port)
socket.close()
// As an organiser runs it: the image has no demonstration event.
const secret = () => randomBytes(33).toString('base64')
Object.assign(env, {
  SESSION_SECRET: secret(),
  CREDENCIAL_SECRET: secret(),
  STORAGE: 'sqlite',
  PUBLIC_ORIGIN: `http://127.0.0.1:${env.PORT}`,
  TRUST_PROXY_HOPS: '0',
})
const server = spawn(command[0], command.slice(1), { cwd: place, env, stdio: 'ignore' })
let isWell = false
for (let tries = 0; !isWell && tries < 60 && server.exitCode === null; tries++) {
  await new Promise((resolve) => setTimeout(resolve, 500))
  isWell = spawnSync(check[0], check.slice(1), { cwd: place, env }).status === 0
}
server.kill('SIGTERM')
const [code] = server.exitCode === null ? await once(server, 'exit') : [server.exitCode]
if (!isWell || code !== 0) fail(`what it made is ${isWell ? '' : 'not '}well, and ends with ${code}`)
rmSync(root, { recursive: true })
process.stdout.write('every step of the Dockerfile ran, and what it made is well\n')

function fail(why) {
  process.stderr.write(`deploy/Dockerfile: ${why}\n`)
  rmSync(root, { recursive: true, force: true })
  process.exit(1)
}

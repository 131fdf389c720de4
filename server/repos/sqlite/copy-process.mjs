// Run by copies.ts as a process of its own, so that nothing waits for a copy; plain JavaScript, because Node
// 20 runs no TypeScript. Prints why it could not copy, and nothing when it could.
// node copy-process.mjs own|package FROM HALF TO PID-OF-WHO-ASKS
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'

const [binding, from, novo, to, parent] = process.argv.slice(2)
const { DatabaseSync } =
  binding === 'own' ? process.getBuiltinModule('node:sqlite') : await import('@photostructure/sqlite')

/**
 * Writes the data committed now into a file that appears whole or not at all. VACUUM INTO copies no freed
 * page, so that nothing of a removed guest is in it.
 */
function copy() {
  rmSync(novo, { force: true })
  closeSync(openSync(novo, 'wx', 0o600))
  try {
    // A read-only connection could not recover the log of a killed server.
    const source = new DatabaseSync(from, { timeout: 5000 })
    source.prepare('VACUUM INTO ?').run(novo)
    source.close()
    check(novo)
    sync(novo)
    // If its parent is gone, the copy may be older than an erasure.
    if (process.ppid !== Number(parent)) throw new Error('whoever asked for it is gone')
    renameSync(novo, to)
    sync(dirname(to))
  } finally {
    rmSync(novo, { force: true })
  }
}

function check(path) {
  const db = new DatabaseSync(path)
  const [row] = db.prepare('PRAGMA integrity_check(1)').all()
  db.close()
  if (row?.integrity_check !== 'ok') throw new Error(String(row?.integrity_check))
}

function sync(path) {
  const fd = openSync(path, 'r')
  fsyncSync(fd)
  closeSync(fd)
}

try {
  copy()
} catch (error) {
  process.stdout.write(String(error.message))
  process.exitCode = 1
}

// Faults inside a process that uses SQLite, for tests only: NODE_OPTIONS=--import=…/failpoint.mjs, and
// FAILPOINT=act:halfway|before-commit|after-commit  the process ends there as by kill -9; halfway is at its second write
// NAIVE=act                                         acts run without a transaction, this one with a pause before it writes
// An act is named as the function that runs in the savepoint: claim, register. What arrives together is one transaction.
import Database from 'better-sqlite3'

const { FAILPOINT = '', NAIVE = '', NAIVE_PAUSE_MS = '0' } = process.env
const [failing, point] = FAILPOINT.split(':')

const die = () => process.kill(process.pid, 'SIGKILL')
const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(NAIVE_PAUSE_MS))

/** The act under way, with what it has written so far. */
let current = null

const statement = Object.getPrototypeOf(new Database(':memory:').prepare('SELECT 1'))
const { run } = statement
statement.run = function (...args) {
  if (current) {
    current.writes += 1
    if (current.name === NAIVE && current.writes === 1) pause()
    if (current.name === failing && point === 'halfway' && current.writes === 2) die()
  }
  return run.apply(this, args)
}

/** The failing act was done in the transaction under way. */
let isDone = false

const { transaction } = Database.prototype
Database.prototype.transaction = function (act) {
  const { name } = act
  if (name === '') return around.call(this, act)
  if (name !== failing && name !== NAIVE) return NAIVE ? act : transaction.call(this, act)
  const watched = (...args) => {
    current = { name, writes: 0 }
    try {
      const result = act(...args)
      isDone = name === failing
      if (isDone && point === 'before-commit') die()
      return result
    } finally {
      current = null
    }
  }
  return NAIVE ? watched : transaction.call(this, watched)
}

/** The transaction around the acts. */
function around(acts) {
  const whole = transaction.call(this, acts)
  const immediate = (...args) => {
    const result = NAIVE ? acts(...args) : whole.immediate(...args)
    if (isDone && point === 'after-commit') die()
    return result
  }
  return Object.assign((...args) => whole(...args), { immediate })
}

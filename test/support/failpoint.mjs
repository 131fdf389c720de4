// Faults inside a process that uses SQLite, for tests only: NODE_OPTIONS=--import=…/failpoint.mjs, and
// FAILPOINT=act:halfway|before-commit|after-commit  the process ends there as by kill -9; halfway is at its second write
// NAIVE=act                                         the act runs without its transaction, with a pause before it writes
// An act is named as the function that runs in the transaction: claim, register.
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

/** Whether the act ran in the transaction under way: acts that arrive together share one, named runWaiting. */
let hasRun = false

const { transaction } = Database.prototype
Database.prototype.transaction = function (act) {
  const { name } = act
  if (name === 'runWaiting') {
    const whole = NAIVE === '' ? transaction.call(this, act).immediate : act
    return {
      immediate: () => {
        const result = whole()
        if (hasRun && point === 'after-commit') die()
        return result
      },
    }
  }
  if (name === '' || (name !== failing && name !== NAIVE)) return transaction.call(this, act)
  const watched = (...args) => {
    current = { name, writes: 0 }
    hasRun = true
    try {
      const result = act(...args)
      if (name === failing && point === 'before-commit') die()
      return result
    } finally {
      current = null
    }
  }
  return name === NAIVE ? watched : transaction.call(this, watched)
}

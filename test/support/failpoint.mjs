// Faults inside a process of the build that uses SQLite, for tests only:
// NODE_OPTIONS=--import=…/failpoint.mjs, and
// FAILPOINT=act:halfway|before-commit|after-commit  the process dies there as by kill -9; halfway is its
//                                                   second write
// NAIVE=act                                         the act runs without its transaction, pausing before it
//                                                   writes
// An act has the name of the function that runs in the transaction: claim, register. Acts of
// server/domain/acts are passed in a function that calls them with `tx`, and are recognised by its text.
import { Database } from '../../build/node/repos/sqlite/database.js'

const { FAILPOINT = '', NAIVE = '', NAIVE_PAUSE_MS = '0' } = process.env
const [failing, point] = FAILPOINT.split(':')

const die = () => process.kill(process.pid, 'SIGKILL')
const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(NAIVE_PAUSE_MS))

/** Replaces an inherited method, which the package's binding makes read-only. */
const replace = (object, name, value) => Object.defineProperty(object, name, { value, configurable: true })

/** The act in progress, with the number of its writes so far. */
let current = null

const { prepare, immediately, inSavepoint } = Database.prototype
replace(Database.prototype, 'prepare', function (sql) {
  const statement = prepare.call(this, sql)
  const { run } = statement
  return replace(statement, 'run', function (...args) {
    if (current) {
      current.writes += 1
      if (current.name === NAIVE && current.writes === 1) pause()
      if (current.name === failing && point === 'halfway' && current.writes === 2) die()
    }
    return run.apply(this, args)
  })
})

/** Whether the act ran in the current transaction: acts that arrive together share one, named runWaiting. */
let hasRun = false

replace(Database.prototype, 'immediately', function (act) {
  const isNaive = act.name === 'runWaiting' && NAIVE !== ''
  const result = isNaive ? act() : immediately.call(this, act)
  if (hasRun && point === 'after-commit') die()
  return result
})

replace(Database.prototype, 'inSavepoint', function (act, ...args) {
  let named = args[0]
  while (named?.act) named = named.act
  const name = act.name || (/=>\s*(?:\w+\.)?(\w+)\(tx/.exec(String(named))?.[1] ?? '')
  if (name === '' || (name !== failing && name !== NAIVE)) return inSavepoint.call(this, act, ...args)
  const watched = () => {
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
  return name === NAIVE ? watched() : inSavepoint.call(this, watched)
})

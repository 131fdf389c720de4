// One process at work on a database file, for the tests of test/server/repos/sqlite. Waits for a line on standard input, so that
// several start together; prints one line for each answer it got, after it got it.
// node sqlite-worker.mjs open|claim|register|pair|move|flood <path> <name> <count> <now>
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { openSqlite } from '../../build/node/repos/sqlite/index.js'

const [task, path, name, count, now] = process.argv.slice(2)
const print = (line) => writeSync(1, `${line}\n`)
const convite = (i) => ({
  empresaid: 'mesa-1',
  sid: `${name}-${i}`,
  origem: null,
  reservaid: `${name}-${i}`,
  now: Number(now),
  holdMs: 1_800_000,
})
const guest = (i, hasConvite) => ({
  cadastro: { nome: `GUEST ${name} ${i}`, telefone: '11987654321', email: '' },
  chave: `${name}-${i}`,
  origem: null,
  now: Number(now),
  claim: hasConvite ? convite(i) : null,
  isClosed: false,
  recibo: null,
  conhecidas: [],
  chaveAntiga: null,
  autor: null,
})
const autor = (i) => ({ historicoid: `${name}-${i}`, quem: 'cli', em: Number(now) })

async function work() {
  switch (task) {
    case 'open': {
      print('ready')
      await once(process.stdin, 'data')
      return openSqlite(path)
    }
    case 'claim': {
      const storage = await openAtTheSignal()
      for (let i = 0; i < Number(count); i++) print((await storage.empresas.claim(convite(i))).kind)
      return storage
    }
    case 'register': {
      const storage = await openAtTheSignal()
      for (let i = 0; i < Number(count); i++)
        print((await storage.credenciais.register(guest(i, false))).credencial.credencialid)
      return storage
    }
    // Brings each code in turn.
    case 'pair': {
      const storage = await openAtTheSignal()
      for (let i = 0; i < Number(count); i++)
        print((await storage.equipe.pair(`codigo-${i}`, `${name}-${i}`, autor(i))).kind)
      return storage
    }
    // Moves the guests of so many milliseconds.
    case 'move': {
      const storage = await openAtTheSignal()
      for (let i = 0; i < Number(count); i++) {
        const request = {
          credencialid: String(Number(now) + i),
          empresaid: 'mesa-1',
          reservaid: `${name}-${i}`,
        }
        print((await storage.credenciais.move({ ...request, now: Number(now) }, autor(i))).kind)
      }
      return storage
    }
    // Registers until somebody ends the process.
    case 'flood': {
      const storage = await openAtTheSignal()
      for (let i = 0; ; i++) {
        if (i % 3 === 0) await storage.empresas.claim(convite(i))
        print((await storage.credenciais.register(guest(i, true))).credencial.credencialid)
      }
    }
  }
  throw new Error(`no such task: ${task}`)
}

async function openAtTheSignal() {
  const storage = await openSqlite(path)
  print('ready')
  await once(process.stdin, 'data')
  return storage
}

const storage = await work()
await storage.close()
process.stdin.destroy()

// One process at work on a database file, for the tests of test/server/repos/sqlite. Waits for a line on
// standard input, so that several start together, and prints a line for each answer once it has it.
// node sqlite-worker.mjs open|claim|register|pair|move|send|send-certificados|mark|unmark|texto|evento|flood|holder|admit <path> <name> <count> <now> [<later>]
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { openSqlite } from '../../build/node/repos/sqlite/index.js'
import { sendAll } from './send-all.mjs'

const [task, path, name, count, now, later = now] = process.argv.slice(2)
const print = (line) => writeSync(1, `${line}\n`)
const convite = (i) => ({
  empresaid: 'mesa-1',
  sid: `${name}-${i}`,
  origem: null,
  reservaid: `${name}-${i}`,
  now: Number(now),
  holdMs: 1_800_000,
})
const convidado = (i, hasConvite) => ({
  cadastro: { nome: `GUEST ${name} ${i}`, telefone: '11987654321', email: '' },
  chave: `${name}-${i}`,
  origem: null,
  now: Number(now),
  claim: hasConvite ? convite(i) : null,
  codigo: null,
  reservaid: `${name}-${i}-casa`,
  isClosed: false,
  recibo: null,
  conhecidas: [],
  chaveAntiga: null,
  autor: { ...autor(i), quem: 'convidado' },
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
        print((await storage.credenciais.register(convidado(i, false))).credencial.credencialid)
      return storage
    }
    // Uses each code in turn.
    case 'pair': {
      const storage = await openAtTheSignal()
      for (let i = 0; i < Number(count); i++)
        print((await storage.equipe.pair(`codigo-${i}`, `${name}-${i}`, autor(i))).kind)
      return storage
    }
    // Moves this many guests, whose ids are consecutive milliseconds.
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
    // Sends the reminders of a queue of this length, or its certificates, until none is left, and prints each
    // row it was offered.
    case 'send':
    case 'send-certificados': {
      const storage = await openAtTheSignal()
      await sendAll(storage, {
        tipo: task === 'send' ? 'lembrete' : 'certificado',
        quem: name,
        count: Number(count),
        from: Number(now),
        at: Number(later),
        onOffered: print,
      })
      return storage
    }
    // Marks the labels of this many guests, on a sheet created at `later`.
    case 'mark': {
      const storage = await openAtTheSignal()
      const impressas = Array.from({ length: Number(count) }, (_, i) => {
        return { credencialid: String(Number(now) + i), impresso: name, versao: 0 }
      })
      await storage.envios.mark(impressas, Number(later), autor(0))
      return storage
    }
    // Unmarks a sheet of this many labels, created at `later`.
    case 'unmark': {
      const storage = await openAtTheSignal()
      await storage.envios.unmark(Number(later), Number(count), autor(0))
      return storage
    }
    case 'texto': {
      const storage = await openAtTheSignal()
      await storage.envios.putTexto({ tipo: 'mesa', abertura: 'Boa tarde', recado: '' }, autor(0))
      return storage
    }
    // Moves the event stored as the first version.
    case 'evento': {
      const { eventos, ...storage } = await openAtTheSignal()
      const { evento, eventoid } = await eventos.find()
      const moved = { evento: { ...evento, local: 'Outro' }, avisar: true, cancelado: false, imagemid: null }
      const request = { versao: 1, ...moved, eventoid, now: Number(now) }
      print((await eventos.gravar(request, autor(0))).kind)
      return storage
    }
    // Stores own pictures, then the event with them.
    case 'imagem': {
      const { eventos, ...storage } = await openAtTheSignal()
      const { evento, eventoid } = await eventos.find()
      const arquivos = [1, 2, 3].map((n) => ({ nome: `retrato-${n}x9.jpg`, bytes: new Uint8Array([n]) }))
      await eventos.putImagem({ imagemid: name, enviadaem: Number(now), arquivos })
      const asked = { versao: 1, evento, avisar: false, cancelado: false, imagemid: name }
      print((await eventos.gravar({ ...asked, eventoid, now: Number(now) }, autor(0))).kind)
      return storage
    }
    // Registers until somebody ends the process.
    case 'flood': {
      const storage = await openAtTheSignal()
      for (let i = 0; ; i++) {
        if (i % 3 === 0) await storage.empresas.claim(convite(i))
        print((await storage.credenciais.register(convidado(i, true))).credencial.credencialid)
      }
    }
    // Admits an unknown person and the same guest, a hundred facts at a time, until somebody ends the
    // process.
    case 'admit': {
      const { entradas } = await openAtTheSignal()
      for (let i = 0; ; i++) {
        const batch = Array.from({ length: 100 }, (_, seq) => ({
          entradaid: `${name}-${i}-${seq}`,
          credencialid: seq % 2 === 0 ? String(now) : '',
          aparelhoid: name,
          seq,
          lidaem: Number(now),
          desvio: 0,
          modo: 'busca',
          recebidaem: Number(now),
          anula: null,
          anotado: seq % 2 === 0 ? null : `Tia ${seq}`,
        }))
        await entradas.add(batch, null)
        print(i)
      }
    }
    // Creates three personal invitations, registers with one, withdraws and comes back, until somebody ends
    // the process.
    case 'holder': {
      const { convites, credenciais, desistencias } = await openAtTheSignal()
      for (let i = 0; ; i++) {
        const novos = [0, 1, 2].map((n) => ({
          codigo: `${name}-${i}-${n}`,
          rotulo: 'Tia',
          reservaid: `${name}-${i}-${n}`,
        }))
        const created = await convites.create('mesa-1', novos, Number(now), autor(`${i}-a`))
        print(`created ${novos[0].codigo} ${created.kind}`)
        const personal = {
          claim: convite(i),
          codigo: novos[0].codigo,
          now: Number(now) + i,
        }
        const { credencial } = await credenciais.register({ ...convidado(i, false), ...personal })
        const { credencialid } = credencial
        const away = { credencialid, empresaid: null, now: Number(now), isClosed: false }
        await desistencias.withdraw(away, autor(`${i}-b`))
        print(`withdrawn ${credencialid}`)
        if (i % 2 === 0) continue
        const back = { credencialid, now: Number(now), isClosed: false }
        await desistencias.undo(back, autor(`${i}-c`))
        print(`returned ${credencialid}`)
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

// One process that acts on a storage, for the races of two processes. For each line of JSON on standard
// input, which says what to open or do, it prints a line of JSON with the answer. BUILD names another build.
// node demand-worker.mjs sqlite|firebase <rtdbUrl>
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { insistently } from './insistently.mjs'

const [kind, rtdbUrl] = process.argv.slice(2)
const base = pathToFileURL(`${process.env.BUILD ?? 'build/node'}/repos/`).href
const { openSqlite } = await import(`${base}sqlite/index.js`)
const { openFirebase } = await import(`${base}firebase/index.js`)

const NOW = 1_788_000_000_000
let serial = 0
const id = () => `${process.pid}-${++serial}`
const autor = (fields = {}) => ({ historicoid: id(), quem: 'cli', em: NOW + serial, ...fields })
const convite = (empresaid) => ({
  empresaid,
  sid: id(),
  origem: null,
  reservaid: id(),
  now: NOW,
  holdMs: 1_800_000,
  isClosed: false,
})
const convidado = (fields = {}) => ({
  cadastro: { nome: `GUEST ${id()}`, telefone: '11987654321', email: '' },
  chave: id(),
  origem: null,
  now: NOW + serial,
  claim: null,
  codigo: null,
  reservaid: id(),
  isClosed: false,
  chaveAntiga: null,
  recibo: null,
  conhecidas: [],
  autor: autor({ quem: 'convidado' }),
  ...fields,
})
const PLANILHA = { planilhaid: 'planilha', enviadaem: NOW, tipo: 'convidados', arquivo: 'a.csv' }
const NONE = { feitas: 0, total: 0, entram: 0, mudam: 0, recusadas: 0, problema: '' }

let storage
const DO = {
  async open({ where }) {
    await storage?.close()
    const firebase = { projectId: where, rtdbUrl, serviceAccount: null }
    const backups = { directory: `${where}.copias`, everyMs: 1, keep: 50 }
    storage = kind === 'sqlite' ? await openSqlite(where, { backups }) : await openFirebase(firebase)
  },
  enviar: () =>
    storage.planilhas.begin({ ...PLANILHA, ...NONE, fase: 'gravando', quem: 'run', vistaem: NOW }),
  async planilha({ count }) {
    let stored = 0
    for (let n = 0; n < count; n += 10) {
      const rows = Array.from({ length: 10 }, () =>
        storage.credenciais.register(convidado({ planilha: PLANILHA, autor: autor() })),
      )
      const ended = await Promise.allSettled(rows)
      stored += ended.filter(({ value }) => value?.kind === 'registered').length
    }
    return stored
  },
  async apagar({ em = NOW + 9_999_999 } = {}) {
    const by = autor({ em })
    const terms = { isEarlyAllowed: true, areContactsErased: false }
    const erased = await insistently(() => storage.credenciais.erasePersonalData(by, undefined, terms))
    await storage.backups?.erase()
    return erased
  },
  async copiar({ ms }) {
    const end = Date.now() + ms
    const turns = {}
    for (let now = NOW; Date.now() < end; now += 1_000) {
      const { kind } = await storage.backups.turn(now)
      turns[kind] = (turns[kind] ?? 0) + 1
    }
    return turns
  },
  async corrigir() {
    const shown = { nome: 'Mesa', contato: '', telefone: '', numero: '' }
    const dados = { ...shown, telefone: '65987654321' }
    await insistently(() => storage.empresas.correct({ empresaid: 'mesa', shown, dados }, autor()))
    return insistently(() => storage.mesas.setFechada('mesa', true, autor()))
  },
  remover() {
    const by = autor()
    return insistently(() => storage.empresas.remove('mesa', by))
  },
  async nova() {
    while ((await insistently(() => storage.eventos.find()))?.evento !== null);
    const row = { empresaid: 'nova', nome: 'Nova', icredencial: 5, licredencial: 0 }
    const asked = { ...row, contato: 'Ana', telefone: '65987654321', numero: '7' }
    let tries = 0
    const add = () => {
      tries++
      return storage.empresas.add(asked, autor())
    }
    // A request without an answer is repeated, and then told that it was done.
    return (await insistently(add)) || tries > 1
  },
  /** Erases the event's guests, as often as it takes. */
  async outro() {
    for (;;) {
      const request = {
        de: 'evento-1',
        eventoid: 'outro',
        areContactsErased: false,
        balanco: null,
        entradas: null,
      }
      const { kind } = await insistently(() => storage.eventos.comecarOutro(request, autor()))
      if (kind !== 'apague-antes') return kind
      await DO.apagar()
    }
  },
  async cadastrar({ ms }) {
    const end = Date.now() + ms
    const kinds = {}
    for (let n = 0; Date.now() < end; n++) {
      const claim = n % 2 === 0 ? convite('mesa') : null
      const { kind } = await storage.credenciais
        .register(convidado({ claim }))
        .catch(({ name }) => ({ kind: name }))
      kinds[kind] = (kinds[kind] ?? 0) + 1
    }
    return kinds
  },
  async convidar({ ms }) {
    const end = Date.now() + ms
    const opening = { kind: 'mesa', empresaid: 'mesa', versao: 0 }
    const answers = {}
    while (Date.now() < end) {
      const novo = {
        codigo: `${'a'.repeat(20)}${++serial}`.slice(-20),
        rotulo: '',
        reservaid: id(),
        sid: id(),
      }
      const { kind } = await storage.convites
        .create('mesa', [novo], NOW, autor({ quem: 'mesa', opening }))
        .catch(({ name }) => ({ kind: name }))
      answers[kind] = (answers[kind] ?? 0) + 1
    }
    return answers
  },
}

writeSync(1, 'ready\n')
for await (const line of createInterface(process.stdin)) {
  const { act, ...asked } = JSON.parse(line)
  const answer = await DO[act](asked).catch((error) => ({ error: String(error) }))
  writeSync(1, `${JSON.stringify(answer ?? null)}\n`)
}
await storage?.close()

import { expect, test } from 'vitest'
import { descritoIn } from '../../../server/domain/evento-gravado.ts'
import { eraseAt } from '../../../server/domain/quando.ts'
import type { Evento } from '../../../server/domain/evento.ts'
import { readFila } from '../../../server/use-cases/envios.ts'
import { createPainelReadings } from '../../../server/use-cases/painel-readings.ts'
import { openLinha, takeNext, tellLinha } from '../../../server/use-cases/send-envios.ts'
import { knownSince, novidadeOf, whatChanged } from '../../../server/domain/mudanca.ts'
import { aPainel } from '../../support/a-painel.ts'
import { aCadastro, anAutor, anEntrada, NOW } from '../../support/factories.ts'
import { registered } from '../../support/registered.ts'

const EVENTO: Evento = {
  anfitriao: 'Sociedade Rural',
  ocasiao: 'Palestra',
  titulo: 'A terra',
  contato: 'a@b.example',
  inicio: '2027-09-16T19:30:00-03:00',
  fim: '2027-09-16T22:00:00-03:00',
  diasAteApagar: 30,
  local: 'Auditório',
  cidade: 'Vale Dourado',
}
const MOVED = { inicio: '2027-09-23T19:30:00-03:00', fim: '2027-09-23T22:00:00-03:00' }

const HOUR_MS = 3_600_000
const after = (at: number) => NOW + at * HOUR_MS

/** A stored event, its guests, and the queue of those to inform; `at` counts hours from noon of the day. */
function open() {
  const painel = aPainel()
  const { eventos, credenciais, desistencias, envios } = painel
  const by = (at: number, quem = 'cida') => anAutor({ quem, em: after(at) })
  const store = async (
    at: number,
    fields: Partial<Evento> = {},
    { avisar = true, cancelado = false } = {},
  ) => {
    const stored = await eventos.find()
    const beside = { versao: stored?.versao ?? null, imagemid: null, eventoid: 'e1', now: after(at) }
    const evento = { ...(stored?.evento ?? EVENTO), ...fields }
    return eventos.gravar({ ...beside, evento, avisar, cancelado }, by(at))
  }
  const fila = async (at: number, tipo: 'mudanca' | 'lembrete' | 'certificado' = 'mudanca') => {
    const gravado = descritoIn(await eventos.find())
    return readFila(
      {
        ...painel,
        gravado,
        closesAt: Infinity,
        eraseAt: eraseAt(EVENTO),
        numeroOf: (telefone) => telefone,
        now: () => after(at),
        painelReadings: createPainelReadings(painel, EVENTO),
        config: { evento: gravado?.evento ?? EVENTO },
      },
      tipo,
    )
  }
  return {
    painel,
    store,
    fila,
    by,
    register: async (nome: string, at: number) => {
      const cadastro = aCadastro({ nome, telefone: '65987654321', email: '' })
      return registered(credenciais, { cadastro, now: after(at) })
    },
    withdraw: (credencialid: string, at: number) => {
      const request = { credencialid, empresaid: null, now: after(at), isClosed: false }
      return desistencias.withdraw(request, by(at))
    },
    due: async (at: number) => (await fila(at)).porEnviar.map(({ nome }) => nome),
    tell: async (para: string, at: number) =>
      (await tellLinha(envios, await fila(at), { para, dito: 'enviado' }, by(at))).kind,
  }
}

test('who was registered before the change is told, once; who registers afterwards is not', async () => {
  const { store, register, due, tell } = open()
  await store(0)
  const ana = await register('ANA', 10)
  await register('BIA', 20)
  expect(await due(25)).toEqual([])
  await store(30, { titulo: 'A terra e o tempo' }, { avisar: false })
  expect(await due(35)).toEqual([])
  await store(40, MOVED)
  await register('CAIO', 50)
  expect(await due(60)).toEqual(['ANA', 'BIA'])
  expect(await tell(ana, 70)).toBe('told')
  expect(await due(80)).toEqual(['BIA'])
})

test('who withdraws drops out and who returns is back in, told once; who came since is not told', async () => {
  const { painel, store, register, withdraw, due, by, tell } = open()
  await store(0)
  const [ana, bia] = [await register('ANA', 10), await register('BIA', 20)]
  await store(40, MOVED)
  await withdraw(ana, 50)
  expect(await due(60)).toEqual(['BIA'])
  const back = { credencialid: ana, now: after(70), isClosed: false, reservaid: 'r1' }
  await painel.desistencias.undo(back, by(70))
  expect(await due(80)).toEqual(['ANA', 'BIA'])
  await tell(ana, 90)
  await withdraw(ana, 100)
  await painel.desistencias.undo({ ...back, now: after(110) }, by(110))
  expect(await due(120)).toEqual(['BIA'])
  await painel.entradas.add([anEntrada(bia, { lidaem: after(130), recebidaem: after(130) })], null)
  expect(await due(140)).toEqual([])
})

test('moved again, everybody registered until then is due again, but who wants no messages', async () => {
  const { painel, store, register, fila, due, tell, by } = open()
  await store(0)
  const ids = [await register('ANA', 10), await register('BIA', 20), await register('CAIO', 25)]
  await store(30, MOVED)
  await tell(ids[0] ?? '', 40)
  await painel.envios.tell({ ...aDestinoOf(ids[1]), desde: after(30) }, 'recusado', by(40))
  await register('DORA', 50)
  expect(await due(55)).toEqual(['CAIO'])
  await store(60, { local: 'Clube' })
  expect(await due(70)).toEqual(['ANA', 'CAIO', 'DORA'])
  const again = (await fila(70)).linhas.find(({ para }) => para === ids[0])
  expect(again?.situacao).toMatchObject({ kind: 'de-novo', change: 'evento' })
})

const aDestinoOf = (para = '') => ({ tipo: 'mudanca' as const, para, versao: 0, numero: '65987654321' })

test('a message opened before the event moved again was not the one to send: FOI leaves it due', async () => {
  const { painel, store, register, fila, due, tell, by } = open()
  await store(0)
  const ana = await register('ANA', 10)
  await store(30, MOVED)
  await openLinha(painel.envios, await fila(40), { para: ana, isForced: false }, by(40))
  await store(50, { local: 'Clube' })
  expect(await tell(ana, 60)).toBe('outdated')
  expect(await due(70)).toEqual(['ANA'])
  expect((await takeNext(painel.envios, await fila(70), {}, by(70, 'neusa')))?.para).toBe(ana)
})

test('put back though nobody need know, who was told of the move hears it, and who was not told needs nothing', async () => {
  const { painel, store, register, fila, due, tell, by } = open()
  await store(0)
  const ana = await register('ANA', 10)
  const [bia, caio] = [await register('BIA', 11), await register('CAIO', 12)]
  await register('DORA', 13)
  await store(30, MOVED)
  await tell(ana, 40)
  await openLinha(painel.envios, await fila(41), { para: bia, isForced: false }, by(41))
  await painel.envios.tell({ ...aDestinoOf(caio), desde: after(30) }, 'sem-whatsapp', by(42))
  await register('EVA', 45)
  await store(50, { inicio: EVENTO.inicio, fim: EVENTO.fim }, { avisar: false })
  await register('FABIO', 60)
  const gravado = descritoIn(await painel.eventos.find())
  expect(await due(70)).toEqual(['ANA', 'BIA', 'EVA'])
  expect(novidadeOf(gravado, knownSince(ana))).toEqual({ kind: 'voltou' })
  expect(whatChanged(gravado, null, after(70))).toBeNull()
  // A word corrected later puts nobody back into the queue.
  await store(75, { local: 'Auditório Central' }, { avisar: false })
  expect(await due(76)).toEqual(['ANA', 'BIA', 'EVA'])
  const corrected = descritoIn(await painel.eventos.find())
  expect([novidadeOf(corrected, knownSince(ana)), whatChanged(corrected, null, after(76))]).toEqual([
    { kind: 'voltou' },
    null,
  ])
  await takeNext(painel.envios, await fila(80), {}, by(80))
  expect((await fila(81)).linhas).toHaveLength(3)
  await tell(ana, 82)
  expect(await due(90)).toEqual(['BIA', 'EVA'])
  expect((await fila(90)).enviados).toHaveLength(1)
  // Moved for good, so everybody is informed.
  await store(100, MOVED)
  expect(await due(110)).toEqual(['ANA', 'BIA', 'CAIO', 'DORA', 'EVA', 'FABIO'])
})

test('put back, a cancellation before stays due; a word corrected after a move is no move back', async () => {
  const { store, register, due, tell } = open()
  await store(0)
  const [ana] = [await register('ANA', 10), await register('BIA', 11)]
  await store(30, {}, { cancelado: true })
  await store(40, {})
  await store(50, MOVED)
  await store(60, { inicio: EVENTO.inicio, fim: EVENTO.fim }, { avisar: false })
  expect(await due(70)).toEqual(['ANA', 'BIA'])
  await store(80, { local: 'Clube' })
  await tell(ana, 90)
  await store(100, { local: 'Clube Rural' }, { avisar: false })
  expect(await due(110)).toEqual(['BIA'])
})

test('cancelled, and taken back, is told by the same queue; nothing else is told of a cancelled event', async () => {
  const { store, register, fila, due, tell } = open()
  await store(0)
  const ana = await register('ANA', 10)
  expect((await fila(20, 'lembrete')).porEnviar).toHaveLength(1)
  await store(30, {}, { cancelado: true })
  expect(await due(40)).toEqual(['ANA'])
  expect((await fila(40, 'lembrete')).linhas).toEqual([])
  await tell(ana, 45)
  await store(50, {})
  expect(await due(60)).toEqual(['ANA'])
  expect((await fila(60, 'lembrete')).porEnviar).toHaveLength(1)
  expect(await due((Date.parse(EVENTO.fim) - NOW) / HOUR_MS)).toEqual([])
})

test('a reminder of before the event moved is due again; of one that did not, it is not', async () => {
  const { painel, store, register, fila, by } = open()
  await store(0)
  const ana = await register('ANA', 10)
  const left = async (at: number) => (await fila(at, 'lembrete')).porEnviar.length
  const remind = async (at: number) => {
    await tellLinha(painel.envios, await fila(at, 'lembrete'), { para: ana, dito: 'enviado' }, by(at))
  }
  await remind(20)
  await store(30, { titulo: 'A terra e o tempo' })
  expect(await left(35)).toBe(0)
  await store(40, MOVED)
  expect((await fila(50, 'lembrete')).porEnviar).toMatchObject([
    { situacao: { kind: 'de-novo', change: 'evento' } },
  ])
  await remind(60)
  await store(70, {}, { cancelado: true })
  await store(80, {})
  expect(await left(90)).toBe(0)
  await store(100, { local: 'Clube' })
  expect(await left(110)).toBe(1)
})

test('a certificate is due to exactly those who were inside, from the end of the event until the erasure', async () => {
  const { painel, store, register, withdraw, fila, by } = open()
  await store(0)
  const [ana, bia, caio] = [
    await register('ANA', 10),
    await register('BIA', 11),
    await register('CAIO', 12),
  ] as const
  await register('DORA', 13)
  await withdraw(caio, 20)
  const { entradas } = painel
  const admit = (id: string, at: number) => {
    const admission = anEntrada(id, { lidaem: after(at), recebidaem: after(at) })
    return entradas.add([admission], null).then(() => admission)
  }
  const fim = (Date.parse(EVENTO.fim) - NOW) / HOUR_MS
  await admit(ana, fim - 2)
  const mistaken = await admit(bia, fim - 2)
  const due = async (at: number) => (await fila(at, 'certificado')).porEnviar.map(({ nome }) => nome)
  expect(await due(fim - 0.001)).toEqual([])
  expect(await due(fim)).toEqual(['ANA', 'BIA'])
  await entradas.add([{ ...anEntrada(bia), anula: mistaken.entradaid, recebidaem: after(fim + 1) }], null)
  expect(await due(fim + 1)).toEqual(['ANA'])
  await admit(caio, fim + 2)
  await tellLinha(
    painel.envios,
    await fila(fim + 3, 'certificado'),
    { para: ana, dito: 'enviado' },
    by(fim + 3),
  )
  expect(await due(fim + 4)).toEqual(['CAIO'])
  expect(await due(fim + 24 * EVENTO.diasAteApagar - 0.001)).toEqual(['CAIO'])
  expect(await due(fim + 24 * EVENTO.diasAteApagar)).toEqual([])
})

test('a certificate whose link was renewed is due again; of an event that was cancelled none is', async () => {
  const { painel, store, register, fila, by } = open()
  await store(0)
  const ana = await register('ANA', 10)
  const fim = (Date.parse(EVENTO.fim) - NOW) / HOUR_MS
  await painel.entradas.add([anEntrada(ana)], null)
  const told = { para: ana, dito: 'enviado' } as const
  await tellLinha(painel.envios, await fila(fim, 'certificado'), told, by(fim))
  expect((await fila(fim, 'certificado')).porEnviar).toEqual([])
  await painel.credenciais.renewLink(ana, by(fim))
  expect((await fila(fim, 'certificado')).porEnviar).toMatchObject([
    { para: ana, versao: 1, situacao: { kind: 'de-novo', change: 'link' } },
  ])
  const other = open()
  await other.store(0)
  await other.painel.entradas.add([anEntrada(await other.register('ANA', 10))], null)
  await other.store(20, {}, { cancelado: true })
  expect((await other.fila(fim, 'certificado')).linhas).toEqual([])
})

test('while no event is described nothing is to be sent', async () => {
  const { register, fila } = open()
  await register('ANA', 10)
  expect((await fila(20, 'lembrete')).linhas).toEqual([])
})

test('what an organiser wrote of a change is not said of the next', async () => {
  const { painel, store, by } = open()
  await store(0)
  await store(10, MOVED)
  const texto = { tipo: 'mudanca' as const, abertura: 'Vai ser no dia 23!', recado: '' }
  await painel.envios.putTexto(texto, by(20))
  await store(30, { titulo: 'A terra e o tempo' }, { avisar: false })
  expect(await painel.envios.listTextos()).toEqual([texto])
  await store(40, {}, { cancelado: true })
  expect(await painel.envios.listTextos()).toEqual([{ ...texto, abertura: '' }])
})

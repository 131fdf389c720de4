import { expect } from 'vitest'
import {
  mudancaPara,
  PEGO_MS,
  situacaoOf,
  TIPOS,
  TIPOS_DO_CONVIDADO,
  type Destino,
  type Envio,
} from '../../server/domain/envio.ts'
import type { Storage } from '../../server/domain/storage.ts'
import { aClaim, aCredencial, aMerge, anAutor, aRegister, NOW } from '../support/factories.ts'
import { aConvidado, atOnce, linhasDoHistoricoIn, withEmpresa } from './convidados.ts'
import { it, type ContractCase, type Harness } from './harness.ts'

export const aDestino = (fields: Partial<Destino> = {}): Destino => {
  return { tipo: 'lembrete', para: 'ana', versao: 0, numero: 'n1', ...fields }
}

/** A guest of another product, with nothing but the credencial. */
const aGuest = (credencialid: string) => aCredencial({ credencialid, nome: credencialid })

/** Guests to be reminded, as rows of a queue in order. */
export async function withQueue({ putCredencial }: Pick<Harness, 'putCredencial'>, length: number) {
  const queue = Array.from({ length }, (_, n) => aDestino({ para: `g${String(n).padStart(3, '0')}` }))
  for (const { para } of queue) await putCredencial(aGuest(para))
  return queue
}

/** A guest to be reminded. */
async function withDestino(harness: Harness): Promise<Destino> {
  await harness.putCredencial(aGuest('ana'))
  return aDestino()
}

/**
 * Goes through a queue as a secretary does: takes the next row, opens WhatsApp, marks it as sent.
 * @param only stops after this many, with the last row taken and not opened
 * @returns the rows offered, in order
 */
export async function sendAll(
  { envios }: Pick<Storage, 'envios'>,
  queue: Destino[],
  { quem, at = NOW, only = Infinity }: { quem: string; at?: number; only?: number },
): Promise<string[]> {
  const offered: string[] = []
  for (;;) {
    // The queue's page may show old data by now: the act decides.
    const stored = new Map(
      (await envios.list(queue[0]?.tipo ?? 'lembrete')).map((envio) => [envio.para, envio]),
    )
    const due = queue.filter((destino) => {
      const { kind } = situacaoOf(stored.get(destino.para) ?? null, destino, at)
      return kind !== 'feito' && kind !== 'aberto'
    })
    const taken = await envios.take(due, anAutor({ quem, em: at }))
    if (!taken) return offered
    offered.push(taken.para)
    if (offered.length === only) return offered
    expect((await envios.open(taken, false, anAutor({ quem, em: at }))).kind).toBe('aberto')
    await envios.tell(taken, 'enviado', anAutor({ quem, em: at }))
  }
}

const by = (quem: string, em = NOW) => anAutor({ quem, em })

const storedOf = async ({ storage }: Harness, tipo: Destino['tipo'] = 'lembrete') =>
  (await storage.envios.list(tipo)).map(({ para, estado }) => `${para} ${estado}`).sort()

export const cases: ContractCase[] = [
  it('a row that was taken is kept for its device, and for anybody once ten minutes have passed', async (harness) => {
    const { envios } = harness.storage
    const queue = await withQueue(harness, 2)
    expect(await envios.take(queue, by('cida'))).toEqual(queue[0])
    expect(await envios.find('lembrete', 'g000')).toEqual({
      ...aDestino({ para: 'g000' }),
      estado: 'pego',
      em: NOW,
      quem: 'cida',
      ate: NOW + PEGO_MS,
    })
    expect(await envios.take(queue, by('cida', NOW + 1))).toEqual(queue[0])
    expect(await envios.take(queue, by('neusa', NOW + 2))).toEqual(queue[1])
    expect(await envios.take(queue, by('rui', NOW + 3))).toBeNull()
    expect(await envios.take(queue, by('rui', NOW + 1 + PEGO_MS))).toEqual(queue[0])
    expect(await envios.find('lembrete', 'nobody')).toBeNull()
    expect(await envios.list('mesa')).toEqual([])
  }),
  it('a row that was opened or told of is offered to nobody, one that was skipped is', async (harness) => {
    const { envios } = harness.storage
    const [first, second, third] = (await withQueue(harness, 3)) as [Destino, Destino, Destino]
    await envios.open(first, false, by('cida'))
    await envios.tell(second, 'sem-whatsapp', by('cida'))
    await envios.tell(third, 'pulado', by('cida'))
    expect(await envios.take([first, second, third], by('neusa'))).toEqual(third)
  }),
  it('Pular says nothing of a row that somebody else has by now, or has sent', async (harness) => {
    const { envios } = harness.storage
    const [destino] = (await withQueue(harness, 1)) as [Destino]
    await envios.take([destino], by('cida'))
    await envios.tell(destino, 'pulado', by('neusa'))
    expect(await envios.find('lembrete', destino.para)).toMatchObject({ estado: 'pego', quem: 'cida' })
    await envios.tell(destino, 'enviado', by('cida'))
    await envios.tell(destino, 'pulado', by('neusa'))
    expect(await envios.find('lembrete', destino.para)).toMatchObject({ estado: 'enviado', quem: 'cida' })
  }),
  it('what was opened and did not go is offered again, last; Não foi says nothing of a row that is not open, or that another opened', async (harness) => {
    const { envios } = harness.storage
    const [destino] = (await withQueue(harness, 1)) as [Destino]
    await envios.tell(destino, 'nao-foi', by('cida'))
    expect(await envios.find('lembrete', destino.para)).toBeNull()
    await envios.open(destino, false, by('cida'))
    await envios.tell(destino, 'nao-foi', by('cida', NOW + 1))
    expect(await envios.find('lembrete', destino.para)).toMatchObject({ estado: 'pulado', em: NOW + 1 })
    await envios.open(destino, true, by('neusa'))
    await envios.tell(destino, 'nao-foi', by('cida'))
    expect(await envios.find('lembrete', destino.para)).toMatchObject({ estado: 'aberto', quem: 'neusa' })
    await envios.tell(destino, 'enviado', by('neusa'))
    await envios.tell(destino, 'nao-foi', by('cida'))
    expect(await envios.find('lembrete', destino.para)).toMatchObject({ estado: 'enviado', quem: 'neusa' })
  }),
  it('a message is due again where its link was renewed or its number is another, unless it is not wanted', async (harness) => {
    const { envios } = harness.storage
    const sent = await withDestino(harness)
    await envios.tell(sent, 'enviado', by('cida'))
    expect(await envios.take([sent], by('neusa'))).toBeNull()
    for (const again of [aDestino({ versao: 1 }), aDestino({ numero: 'n2' })]) {
      expect(await envios.take([again], by('neusa'))).toEqual(again)
      await envios.tell(sent, 'enviado', by('cida'))
    }
    await envios.tell(aDestino({ numero: '' }), 'em-maos', by('cida'))
    expect(await envios.take([sent], by('neusa'))).toBeNull()
    await envios.tell(sent, 'recusado', by('cida'))
    expect(await envios.take([aDestino({ versao: 1 })], by('neusa'))).toBeNull()
  }),
  it('what was noted before the message became another counts as nothing, unless no message is wanted', async (harness) => {
    const { envios } = harness.storage
    await harness.putCredencial(aGuest('ana'))
    const first = aDestino({ tipo: 'mudanca', desde: NOW })
    const next = { ...first, desde: NOW + 10 }
    for (const dito of ['enviado', 'em-maos', 'sem-whatsapp'] as const) {
      await envios.tell(first, dito, by('cida', NOW))
      expect(await envios.take([first], by('neusa', NOW + 1))).toBeNull()
      expect(await envios.take([next], by('neusa', NOW + 11))).toEqual(next)
    }
    await envios.open(next, false, by('neusa', NOW + 11))
    expect(await envios.find('mudanca', 'ana')).toEqual({
      tipo: 'mudanca',
      para: 'ana',
      versao: 0,
      numero: 'n1',
      estado: 'aberto',
      em: NOW + 11,
      quem: 'neusa',
      ate: null,
    })
    expect(await envios.list('lembrete')).toEqual([])
    await envios.tell(next, 'recusado', by('neusa', NOW + 12))
    expect(await envios.take([{ ...next, desde: NOW + 20 }], by('neusa', NOW + 21))).toBeNull()
  }),
  it('FOI says nothing of a message that was opened with what is wrong by now: it is due again', async (harness) => {
    const { envios } = harness.storage
    const opened = await withDestino(harness)
    for (const again of [{ desde: NOW + 1 }, { versao: 1 }, { numero: 'n2' }]) {
      await envios.open(opened, true, by('cida'))
      await envios.tell({ ...opened, ...again }, 'enviado', by('cida', NOW + 2))
      expect(await envios.find('lembrete', 'ana')).toMatchObject({ estado: 'aberto', versao: 0, em: NOW })
      expect(await envios.take([{ ...opened, ...again }], by('neusa', NOW + 3))).not.toBeNull()
    }
    await envios.open(opened, true, by('cida', NOW + 4))
    await envios.tell(opened, 'enviado', by('cida', NOW + 5))
    expect(await envios.find('lembrete', 'ana')).toMatchObject({ estado: 'enviado' })
  }),
  it('WhatsApp is opened for a row that somebody else has only where that is wanted, and once for one try', async (harness) => {
    const { envios } = harness.storage
    const destino = await withDestino(harness)
    await envios.take([destino], by('cida'))
    const refused = await envios.open(destino, false, by('neusa', NOW + 1))
    expect(refused).toMatchObject({ kind: 'de-outro', envio: { estado: 'pego', quem: 'cida' } })
    const autor = by('cida', NOW + 2)
    const opened = await envios.open(destino, false, autor)
    expect(opened).toMatchObject({ kind: 'aberto', envio: { estado: 'aberto', quem: 'cida', em: NOW + 2 } })
    expect(await envios.open(destino, false, autor)).toEqual(opened)
    expect((await envios.open(destino, false, by('neusa', NOW + 3))).kind).toBe('de-outro')
    expect((await envios.open(destino, true, by('neusa', NOW + 4))).kind).toBe('aberto')
    expect(await envios.find('lembrete', 'ana')).toMatchObject({ quem: 'neusa', em: NOW + 4, ate: null })
  }),
  it('an organiser who is interrupted leaves a row that comes back to the queue, and no other', async (harness) => {
    const guests = await withQueue(harness, 6)
    for (const tipo of ['lembrete', 'certificado'] as const) {
      const queue = guests.map((guest) => ({ ...guest, tipo }))
      const send = (quem: string, more = {}) => sendAll(harness.storage, queue, { quem, ...more })
      expect(await send('cida', { only: 3 })).toEqual(['g000', 'g001', 'g002'])
      expect(await send('neusa')).toEqual(['g003', 'g004', 'g005'])
      expect(await send('neusa', { at: NOW + PEGO_MS })).toEqual(['g002'])
      expect(await storedOf(harness, tipo)).toEqual(queue.map(({ para }) => `${para} enviado`))
    }
  }),
  it('what was noted of messages goes with the guest, with the company and its invitations, and with everything', async (harness) => {
    const { credenciais, convites, empresas, envios } = harness.storage
    const [ana, rui, eva] = [await aConvidado(harness), await aConvidado(harness), await aConvidado(harness)]
    const empresaid = await withEmpresa(harness)
    await harness.breakCounter(empresaid, 0)
    const novo = { codigo: 'c1', rotulo: 'Tia Lúcia', reservaid: 'r1', sid: 's1' }
    await convites.create(empresaid, [novo], NOW, by('cida'))
    for (const tipo of TIPOS_DO_CONVIDADO)
      for (const para of [ana, rui, eva]) await envios.tell(aDestino({ tipo, para }), 'enviado', by('cida'))
    await envios.tell(aDestino({ tipo: 'mesa', para: empresaid }), 'enviado', by('cida'))
    await envios.tell(aDestino({ tipo: 'pessoal', para: 'c1', numero: '' }), 'enviado', by('cida'))
    expect((await credenciais.countPersonalData()).envios).toBe(10)

    await credenciais.remove(ana, false, by('cida'))
    for (const tipo of TIPOS_DO_CONVIDADO) expect(await envios.find(tipo, ana)).toBeNull()
    expect((await credenciais.merge(aMerge(rui, eva), by('cida'))).kind).toBe('merged')
    for (const tipo of TIPOS_DO_CONVIDADO)
      expect((await envios.list(tipo)).map(({ para }) => para)).toEqual([rui])

    await convites.revoke('c1', by('cida'))
    expect((await empresas.remove(empresaid, by('cida'))).kind).toBe('removed')
    expect([...(await envios.list('mesa')), ...(await envios.list('pessoal'))]).toEqual([])

    const another = await withEmpresa(harness)
    await envios.tell(aDestino({ tipo: 'mesa', para: another }), 'enviado', by('cida'))
    await credenciais.erasePersonalData(by('cida'))
    for (const tipo of TIPOS) expect(await envios.list(tipo)).toEqual([])
    expect((await credenciais.countPersonalData()).envios).toBe(0)
  }),
  it('nothing is noted of whom was erased meanwhile: the row is passed over, opened and told of without a trace', async ({
    storage: { envios },
  }) => {
    for (const tipo of TIPOS) {
      const gone = aDestino({ tipo, para: 'gone' })
      expect(await envios.take([gone], by('cida'))).toBeNull()
      expect((await envios.open(gone, false, by('cida'))).kind).toBe('aberto')
      await envios.tell(gone, 'enviado', by('cida'))
      expect(await envios.list(tipo)).toEqual([])
    }
  }),
  it('an invitation that was answered is neither offered nor opened, and one act is for all of one number', async (harness) => {
    const { convites, envios } = harness.storage
    const empresaid = await withEmpresa(harness, 9)
    await harness.breakCounter(empresaid, 0)
    const codigos = ['lucia', 'bento', 'outro'].map((name) => name.padEnd(20, 'x'))
    const novos = codigos.map((codigo) => ({ codigo, rotulo: codigo, reservaid: `r-${codigo}` }))
    await convites.create(empresaid, novos, NOW, by('cida'))
    const [para = '', other = '', third = ''] = codigos
    for (const tipo of ['pessoal', 'relance'] as const) {
      const both = aDestino({ tipo, para, juntos: [other] })
      expect(await envios.take([both], by('cida'))).toEqual(both)
      expect(await envios.take([{ ...both, para: other, juntos: [para] }], by('neusa'))).toBeNull()
      await envios.open(both, false, by('cida'))
      await envios.tell(both, 'enviado', by('cida'))
      expect(await storedOf(harness, tipo)).toEqual([`${other} enviado`, `${para} enviado`])
    }
    await convites.answer({ codigo: third, isRecusa: true, now: NOW, isClosed: false }, by('convidado'))
    const answered = [
      aDestino({ tipo: 'relance', para: third }),
      aDestino({ tipo: 'mudanca', para: mudancaPara('convites', third) }),
    ]
    expect(await envios.take(answered, by('cida'))).toBeNull()
    for (const destino of answered) {
      await envios.open(destino, true, by('cida'))
      expect(await envios.find(destino.tipo, destino.para)).toBeNull()
    }
  }),
  it('what was noted of telling a change goes with the company, its invitations and what was noted of them', async (harness) => {
    const { convites, empresas, envios } = harness.storage
    const empresaid = await withEmpresa(harness)
    await harness.breakCounter(empresaid, 0)
    const codigo = 'c2'.padEnd(20, 'x')
    const novo = { codigo, rotulo: 'Tia Lúcia', reservaid: 'r2' }
    await convites.create(empresaid, [novo], NOW, by('cida'))
    await envios.tell(aDestino({ tipo: 'relance', para: codigo }), 'enviado', by('cida'))
    const paras = [mudancaPara('convites', codigo), mudancaPara('empresas', empresaid)]
    for (const para of paras) await envios.tell(aDestino({ tipo: 'mudanca', para }), 'enviado', by('cida'))
    expect((await envios.list('mudanca')).map(({ para }) => para).sort()).toEqual(paras)
    await convites.revoke(codigo, by('cida'))
    await empresas.remove(empresaid, by('cida'))
    expect([...(await envios.list('mudanca')), ...(await envios.list('relance'))]).toEqual([])
  }),
  it('a text of messages is stored as it was written last, and the history says whose it is', async (harness) => {
    const { envios } = harness.storage
    expect(await envios.listTextos()).toEqual([])
    await envios.putTexto({ tipo: 'lembrete', abertura: 'Falta pouco!', recado: '' }, by('cida'))
    await envios.putTexto({ tipo: 'lembrete', abertura: '', recado: 'Portão 2.' }, by('neusa', NOW + 1))
    await envios.putTexto({ tipo: 'mesa', abertura: 'Boa tarde', recado: '' }, by('neusa', NOW + 2))
    expect((await envios.listTextos()).sort((a, b) => (a.tipo < b.tipo ? -1 : 1))).toEqual([
      { tipo: 'lembrete', abertura: '', recado: 'Portão 2.' },
      { tipo: 'mesa', abertura: 'Boa tarde', recado: '' },
    ])
    const told = await linhasDoHistoricoIn(harness, { ato: 'mudou-texto' })
    expect(told.map(({ quem, alvo, detalhe }) => [quem, alvo, detalhe])).toEqual([
      ['cida', '', 'lembrete'],
      ['neusa', '', 'lembrete'],
      ['neusa', '', 'mesa'],
    ])
  }),
]

export const races: ContractCase[] = [
  it('a guest who answers while five take and open the reminder at once is reminded by nobody from then on', async (harness) => {
    const { convites, credenciais, envios } = harness.storage
    const empresaid = await withEmpresa(harness, 40)
    await harness.breakCounter(empresaid, 0)
    for (let round = 0; round < 10; round++) {
      const codigo = `relance${round}`.padEnd(20, 'x')
      const novo = { codigo, rotulo: 'Tia Lúcia', reservaid: `relance-${round}`, telefone: '65999112244' }
      await convites.create(empresaid, [novo], NOW, by('cida'))
      const destino = aDestino({ tipo: 'relance', para: codigo })
      const answer = () =>
        round % 2 === 0
          ? convites.answer({ codigo, isRecusa: true, now: NOW, isClosed: false }, by('convidado'))
          : credenciais.register(aRegister({ claim: aClaim(empresaid), codigo }))
      let noted: Envio | null = null
      const acts = Array.from({ length: 5 }, (_, n) => [
        () => envios.take([destino], by(`device-${n}`)),
        ...(n === Math.floor(round / 2)
          ? [
              async () => {
                expect(['answered', 'registered']).toContain((await answer()).kind)
                noted = await envios.find('relance', codigo)
              },
            ]
          : []),
        () => envios.open(destino, true, by(`device-${n}`)),
      ])
      await Promise.all(acts.flat().map((act) => act()))
      expect(await envios.find('relance', codigo)).toEqual(noted)
    }
  }),
  it('three organisers at one queue at once: each row is offered to one of them, and none is skipped', async (harness) => {
    const guests = await withQueue(harness, 30)
    for (const tipo of ['lembrete', 'certificado'] as const) {
      const queue = guests.map((guest) => ({ ...guest, tipo }))
      const people = ['cida', 'neusa', 'rui']
      const offered = await Promise.all(people.map((quem) => sendAll(harness.storage, queue, { quem })))
      expect(offered.flat().sort()).toEqual(queue.map(({ para }) => para))
      expect(await storedOf(harness, tipo)).toEqual(queue.map(({ para }) => `${para} enviado`))
    }
  }),
  it('one row opened by five at once is opened by one of them', async (harness) => {
    const { envios } = harness.storage
    const ana = await withDestino(harness)
    for (const tipo of TIPOS_DO_CONVIDADO) {
      let n = 0
      const kinds = await atOnce(5, async () => {
        const { kind } = await envios.open({ ...ana, tipo }, false, by(`device-${n++}`))
        return kind
      })
      expect(kinds.sort()).toEqual(['aberto', 'de-outro', 'de-outro', 'de-outro', 'de-outro'])
    }
  }),
  it('a guest removed while five take, open and tell of the reminder at once leaves nothing of it, of a certificate neither', async (harness) => {
    const { credenciais, envios } = harness.storage
    for (let round = 0; round < 10; round++) {
      const para = await aConvidado(harness)
      const tipo = round < 5 ? 'lembrete' : 'certificado'
      const destino = aDestino({ tipo, para })
      const acts = Array.from({ length: 5 }, (_, n) => [
        ...[() => envios.take([destino], by(`device-${n}`)), () => envios.open(destino, true, by('cida'))],
        ...(n === round % 5 ? [() => credenciais.remove(para, false, by('rui'))] : []),
        () => envios.tell(destino, 'enviado', by('cida')),
      ])
      await Promise.all(acts.flat().map((act) => act()))
      expect(await envios.find(tipo, para)).toBeNull()
    }
  }),
]

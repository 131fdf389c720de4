import { expect } from 'vitest'
import type { Evento } from '../../server/domain/evento.ts'
import { descritoIn } from '../../server/domain/evento-gravado.ts'
import type { Gravacao, GravarRequest } from '../../server/domain/gravacao.ts'
import { aGravar, anAutor, anEvento, anEventoGravado, anImagem, NOW } from '../support/factories.ts'
import { aConvidado, atOnce, kindsOf, linhasDoHistoricoIn } from './convidados.ts'
import { it, type ContractCase, type Harness } from './harness.ts'

const DAY_MS = 86_400_000
const LATER = { inicio: '2027-09-23T19:30:00-03:00', fim: '2027-09-23T22:00:00-03:00' }
const by = (quem: string, em = NOW) => anAutor({ quem, em })

/** Stores a change of the event, starting from the stored version. */
async function change({ storage: { eventos } }: Harness, fields: Partial<GravarRequest>): Promise<Gravacao> {
  return eventos.gravar(aGravar({ versao: await eventos.versao(), ...fields }), by('cida', fields.now))
}

const describe = (harness: Harness, evento: Partial<Evento> = {}) =>
  harness.storage.eventos.gravar(aGravar({ evento: anEvento(evento) }), by('cida'))

/** A request that does not choose pictures. */
function aGravarAsItIs(fields: Partial<GravarRequest> = {}): GravarRequest {
  const request = aGravar(fields)
  delete request.imagemid
  return request
}

const ATOS = ['descreveu-evento', 'corrigiu-evento', 'mudou-evento', 'cancelou-evento', 'retomou-evento']

/** The lines of the history about the event, oldest first. */
async function toldOf(harness: Harness): Promise<string[]> {
  const linhas = await linhasDoHistoricoIn(harness)
  return linhas
    .filter(({ ato }) => ATOS.includes(ato))
    .map(({ ato, quem, detalhe }) => `${ato} ${quem} ${detalhe}`)
}

/** How the event is stored: its fields, its versions, its pictures. */
export const cases: ContractCase[] = [
  it('no event: find answers null, and its version is 0', async ({ storage: { eventos } }) => {
    expect([await eventos.find(), await eventos.versao()]).toEqual([null, 0])
    expect(await eventos.findImagem('nenhuma')).toBeNull()
  }),
  it('the first description of the event is version 1, with who described it in the history', async (harness) => {
    const { eventos } = harness.storage
    const inscricoesAte = '2027-09-15T12:00:00-03:00'
    const evento = anEvento({ inscricoesAte, nomesNaMesa: false })
    const gravado = anEventoGravado({ evento, imagemid: 'imagem-1' })
    const request = aGravar({ evento, imagemid: 'imagem-1' })
    expect(await eventos.gravar(request, by('cida'))).toEqual({ kind: 'gravado', gravado })
    expect([await eventos.find(), await eventos.versao()]).toEqual([gravado, 1])
    expect(await toldOf(harness)).toEqual(['descreveu-evento cida 1'])
  }),
  it('each change of the event is a version, and the history tells what it was: corrected, moved, cancelled, taken back', async (harness) => {
    const { eventos } = harness.storage
    await describe(harness)
    const [first, moved] = [anEvento(), anEvento(LATER)]
    await change(harness, { evento: anEvento({ titulo: 'A terra e o tempo' }), now: NOW + 1 })
    await change(harness, { evento: moved, avisar: true, now: NOW + 2_000 })
    await change(harness, { evento: moved, cancelado: true, now: NOW + 4_000 })
    expect(await eventos.find()).toMatchObject({ canceladoem: NOW + 4_000 })
    await change(harness, { evento: moved, now: NOW + 6_000 })
    const { inicio, fim, local, cidade } = first
    expect(await eventos.find()).toEqual(
      anEventoGravado({
        versao: 5,
        evento: moved,
        agendaem: NOW + 6_000,
        mudancas: [{ em: NOW + 2_000, era: { inicio, fim, local, cidade } }],
      }),
    )
    expect(await toldOf(harness)).toEqual([
      'descreveu-evento cida 1',
      'corrigiu-evento cida 2',
      'mudou-evento cida 3',
      'cancelou-evento cida 4',
      'retomou-evento cida 5',
    ])
  }),
  it('a change made from a version that is old is told what is stored by now, and writes nothing', async (harness) => {
    const { eventos } = harness.storage
    await describe(harness)
    await change(harness, { evento: anEvento(LATER) })
    const gravado = await eventos.find()
    for (const versao of [null, 1, 3]) {
      const request = aGravar({ versao, evento: anEvento({ local: 'Outro' }) })
      expect(await eventos.gravar(request, by('neusa'))).toEqual({ kind: 'mudou-entretanto', gravado })
    }
    expect(await eventos.find()).toEqual(gravado)
    expect(await toldOf(harness)).toEqual(['descreveu-evento cida 1', 'mudou-evento cida 2'])
  }),
  it('a change of the event sent again after its answer was lost is one version, and answered as before; not so once more has changed', async (harness) => {
    const { eventos } = harness.storage
    await describe(harness)
    const request = aGravar({ versao: 1, evento: anEvento(LATER), avisar: true, cancelado: true })
    const autor = by('cida')
    const first = await eventos.gravar(request, autor)
    expect(first).toMatchObject({ kind: 'gravado', gravado: { versao: 2 } })
    expect(await eventos.gravar(request, autor)).toEqual(first)
    expect(await toldOf(harness)).toEqual(['descreveu-evento cida 1', 'cancelou-evento cida 2'])
    // The same change, but with guests informed: that was not done before.
    const told = await eventos.gravar({ ...request, now: NOW + 1 }, by('neusa'))
    expect(told.kind).toBe('mudou-entretanto')
    await change(harness, { evento: anEvento(LATER), cancelado: true })
    expect((await eventos.gravar(request, autor)).kind).toBe('mudou-entretanto')
    expect(await eventos.versao()).toBe(3)
  }),
  it('once the event has ended its dates stay, and all else may be corrected', async (harness) => {
    const { eventos } = harness.storage
    const { fim } = anEvento()
    await describe(harness)
    const now = Date.parse(fim)
    const refused = { kind: 'recusado', motivos: ['ja-terminou', 'apaga-depois'] }
    expect(await change(harness, { evento: anEvento(LATER), now })).toEqual(refused)
    const longer = await change(harness, { evento: anEvento({ fim: '2027-09-16T23:00:00-03:00' }), now })
    expect(longer).toEqual(refused)
    expect(await eventos.versao()).toBe(1)
    // The same instant in another zone is not a new date.
    const evento = anEvento({ fim: '2027-09-17T01:00:00Z', local: 'Outro' })
    expect(await change(harness, { evento, now })).toMatchObject({ kind: 'gravado' })
    expect(await change(harness, { evento: anEvento(LATER), now: now - 1 })).toMatchObject({
      kind: 'gravado',
    })
  }),
  it('once the event has ended the workload of its certificates stays, and who signs them may change', async (harness) => {
    const { eventos } = harness.storage
    const now = Date.parse(anEvento().fim)
    await describe(harness, { minutos: 120 })
    for (const minutos of [undefined, 121]) {
      const evento = { ...anEvento(), ...(minutos !== undefined && { minutos }) }
      expect(await change(harness, { evento, now })).toEqual({ kind: 'recusado', motivos: ['ja-terminou'] })
    }
    const assinaturas = [{ nome: 'Helena Moraes Vilela', cargo: '' }]
    const signed = aGravarAsItIs({ versao: 1, evento: anEvento({ minutos: 120, assinaturas }), now })
    const autor = by('cida', now)
    // The second request repeats the first, whose answer was lost.
    for (let times = 0; times < 2; times++)
      expect(await eventos.gravar(signed, autor)).toMatchObject({ kind: 'gravado', gravado: { versao: 2 } })
    expect(await eventos.find()).toMatchObject({ evento: { minutos: 120, assinaturas } })
    const before = { evento: anEvento({ minutos: 90, assinaturas }), now: now - 1 }
    expect(await change(harness, before)).toMatchObject({ kind: 'gravado' })
    // The time from start to end may be given explicitly or left to be calculated.
    await change(harness, { evento: anEvento(), now: now - 1 })
    expect(await change(harness, { evento: anEvento({ minutos: 150 }), now })).toMatchObject({
      kind: 'gravado',
    })
  }),
  it('with guests the days between end and erasure only shrink; without any they may grow', async (harness) => {
    await describe(harness)
    const inDays = (diasAteApagar: number) => change(harness, { evento: anEvento({ diasAteApagar }) })
    expect(await inDays(40)).toMatchObject({ kind: 'gravado' })
    const credencialid = await aConvidado(harness)
    expect(await inDays(41)).toEqual({ kind: 'recusado', motivos: ['apaga-depois'] })
    expect(await inDays(39)).toMatchObject({ kind: 'gravado' })
    await harness.storage.credenciais.remove(credencialid, false, anAutor())
    expect(await inDays(41)).toMatchObject({ kind: 'gravado' })
    expect((await harness.storage.eventos.find())?.evento?.diasAteApagar).toBe(41)
  }),
  it('pictures are found byte for byte, each under its id, and put twice they are stored once', async ({
    storage: { eventos, transfer },
  }) => {
    const many = Array.from({ length: 19 }, (_, n) => `retrato-${n}.avif`)
    const [one, other] = [anImagem('a'), anImagem('b', many)]
    for (const imagem of [one, other, one]) await eventos.putImagem(imagem)
    const bytesOf = async (imagemid: string) => {
      const found = await eventos.findImagem(imagemid)
      return new Map(found?.arquivos.map(({ nome, bytes }) => [nome, Buffer.from(bytes).toString('hex')]))
    }
    for (const { imagemid, arquivos } of [one, other]) {
      const put = arquivos.map(({ nome, bytes }) => [nome, Buffer.from(bytes).toString('hex')] as const)
      expect(await bytesOf(imagemid)).toEqual(new Map(put))
    }
    expect((await transfer.count()).imagens).toBe(2)
  }),
  it('own pictures stay whatever the invitation says, until others or the drawn ones are asked for', async ({
    storage: { eventos },
  }) => {
    await eventos.gravar(aGravar({ imagemid: 'own' }), by('cida'))
    const stored = async () => descritoIn(await eventos.find())?.imagemid ?? null
    const asItIs = aGravarAsItIs()
    const store = async (fields: Partial<GravarRequest>) =>
      eventos.gravar({ ...asItIs, versao: await eventos.versao(), ...fields }, by('cida'))
    for (const changed of [{ contato: 'outro@example.com' }, LATER, { local: 'Outro' }]) {
      await store({ evento: anEvento(changed) })
      expect(await stored()).toBe('own')
    }
    await store({ evento: anEvento(LATER), imagemid: 'another' })
    expect(await stored()).toBe('another')
    await store({ evento: anEvento(), imagemid: null })
    expect(await stored()).toBeNull()
  }),
  it('a logo stays whatever the invitation says, until another or the ox is stored; sent again, that is done', async ({
    storage: { eventos },
  }) => {
    const stored = async () => descritoIn(await eventos.find())?.logoid ?? null
    const store = async (fields: Partial<GravarRequest>) =>
      eventos.gravar(aGravarAsItIs({ versao: await eventos.versao(), ...fields }), by('cida'))
    await eventos.gravar(aGravar({ logoid: 'mark' }), by('cida'))
    await store({ evento: anEvento(LATER) })
    expect(await stored()).toBe('mark')
    const versao = await eventos.versao()
    const other = aGravarAsItIs({ versao, evento: anEvento(LATER), logoid: 'other' })
    const first = await eventos.gravar(other, by('cida'))
    expect(first.kind).toBe('gravado')
    expect(await eventos.gravar(other, by('cida'))).toEqual(first)
    expect((await eventos.gravar({ ...other, logoid: 'mark' }, by('cida'))).kind).toBe('mudou-entretanto')
    expect(await stored()).toBe('other')
    await store({ evento: anEvento(LATER), logoid: null })
    expect(await stored()).toBeNull()
  }),
  it('a move that took own pictures away is one version when its answer was lost and it is sent again', async (harness) => {
    const { eventos } = harness.storage
    await eventos.gravar(aGravar({ imagemid: 'own' }), by('cida'))
    const request = aGravarAsItIs({ versao: 1, evento: anEvento(LATER) })
    const first = await eventos.gravar(request, by('cida'))
    expect(await eventos.gravar(request, by('cida'))).toEqual(first)
    expect(await eventos.versao()).toBe(2)
  }),
  it('pictures that the event does not have are erased once they are old, those sent again and its own are not, nor carried', async ({
    storage: { eventos, transfer },
  }) => {
    const nomes = Array.from({ length: 19 }, (_, n) => `retrato-${n}.avif`)
    for (const imagemid of ['old', 'used', 'again', 'new', 'logo'])
      await eventos.putImagem({ ...anImagem(imagemid, nomes), enviadaem: NOW - DAY_MS })
    await eventos.gravar(aGravar({ imagemid: 'used', logoid: 'logo' }), by('cida'))
    for (const imagemid of ['again', 'new']) await eventos.putImagem(anImagem(imagemid, nomes))
    expect(await eventos.forgetImagens(NOW - DAY_MS)).toBe(0)
    expect(await eventos.forgetImagens(NOW - DAY_MS + 1)).toBe(1)
    expect(await eventos.forgetImagens(NOW - DAY_MS + 1)).toBe(0)
    const left = ['old', 'used', 'again', 'new', 'logo'].map(async (imagemid) => {
      const found = await eventos.findImagem(imagemid)
      return found && [found.enviadaem - NOW, found.arquivos.length]
    })
    expect(await Promise.all(left)).toEqual([null, [-DAY_MS, 19], [0, 19], [0, 19], [-DAY_MS, 19]])
    const carried: string[] = []
    for await (const registro of transfer.read())
      if (registro.kind === 'imagem') carried.push(registro.imagem.imagemid)
    expect(carried).toEqual(['used', 'logo'])
  }),
  it('the event and its pictures are carried; written again, a newer version stands in place of the former', async ({
    storage: { eventos, transfer },
  }) => {
    const imagem = anImagem('carried')
    const first = anEventoGravado({ imagemid: 'carried' })
    await transfer.write([
      { kind: 'imagem', imagem },
      { kind: 'evento', evento: first },
    ])
    expect(await eventos.find()).toEqual(first)
    const newer = { ...first, versao: 7, canceladoem: NOW + DAY_MS }
    for (let n = 0; n < 2; n++) await transfer.write([{ kind: 'evento', evento: newer }])
    expect([await eventos.find(), await eventos.versao()]).toEqual([newer, 7])
    const kinds: string[] = []
    for await (const registro of transfer.read()) {
      kinds.push(registro.kind)
      if (registro.kind === 'evento') expect(registro.evento).toEqual(newer)
      if (registro.kind === 'imagem') expect(registro.imagem).toEqual(imagem)
    }
    expect(kinds.sort()).toEqual(['evento', 'imagem'])
    expect(await transfer.count()).toMatchObject({ eventos: 1, imagens: 1 })
  }),
]

export const races: ContractCase[] = [
  it('two organisers who save the event at once: one has saved it, the other is told what is stored', async (harness) => {
    const { eventos } = harness.storage
    for (let round = 0; round < 3; round++) {
      const versao = (await eventos.versao()) || null
      const saves = ['cida', 'neusa'].map((quem) => {
        const evento = anEvento({ titulo: `${quem} ${round}` })
        return eventos.gravar(aGravar({ versao, evento }), by(quem))
      })
      const outcomes = await Promise.all(saves)
      expect(kindsOf(outcomes)).toEqual(['gravado', 'mudou-entretanto'])
      const stored = await eventos.find()
      for (const outcome of outcomes) expect(outcome).toMatchObject({ gravado: stored })
      expect(await eventos.versao()).toBe(round + 1)
    }
    expect(await toldOf(harness)).toHaveLength(3)
  }),
  it('an organiser cancels the event while another moves it, at once: one of both is done, and the other told', async (harness) => {
    const { eventos } = harness.storage
    await describe(harness)
    const outcomes = await Promise.all([
      eventos.gravar(aGravar({ versao: 1, cancelado: true }), by('cida')),
      eventos.gravar(aGravar({ versao: 1, evento: anEvento(LATER) }), by('neusa')),
    ])
    expect(kindsOf(outcomes)).toEqual(['gravado', 'mudou-entretanto'])
    const stored = descritoIn(await eventos.find())
    const [isCancelled, isMoved] = [stored?.canceladoem === NOW, stored?.evento.inicio === LATER.inicio]
    expect([stored?.versao, isCancelled]).toEqual([2, !isMoved])
    for (const outcome of outcomes) expect(outcome).toMatchObject({ gravado: stored })
  }),
  it('a description of the event sent five times at once is stored once, with one line in the history, and each told so', async (harness) => {
    const { eventos } = harness.storage
    const saves = await atOnce(5, () => eventos.gravar(aGravar(), anAutor()))
    const gravado = anEventoGravado()
    expect(saves).toEqual(saves.map(() => ({ kind: 'gravado', gravado })))
    expect([await eventos.find(), await toldOf(harness)]).toEqual([gravado, ['descreveu-evento cli 1']])
  }),
]

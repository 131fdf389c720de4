import { expect } from 'vitest'
import { InvalidCounterError } from '../../server/domain/errors.ts'
import { listEmpresas } from '../../server/use-cases/empresas.ts'
import { searchCredenciais } from '../../server/use-cases/find-convidado.ts'
import { listByTable } from '../../server/use-cases/list-convidados.ts'
import { listRepetidos } from '../../server/use-cases/repetidos.ts'
import { aCadastro, aMerge, anAutor, anEntrada, aRegister, NOW, unique } from '../support/factories.ts'
import { aConvidado, atOnce, kindsOf, named, withEmpresa } from './convidados.ts'
import { it, type ContractCase, type Harness } from './harness.ts'

async function listedIn({ storage }: Harness) {
  const { convidados, words } = await storage.painel.listed()
  return convidados.map((one) => [
    one.ordem,
    one.words.map((place) => words[place]?.sound).join(' '),
    one.empresaid,
    one.presenca,
  ])
}

/** The names found, and those near them. */
async function searched({ storage: { painel } }: Harness, text: string, empresaid?: string) {
  const search = await searchCredenciais({ painel, findByCode: async () => [] }, { text, empresaid }, 0, 50)
  if (search.kind !== 'found') throw new Error(search.kind)
  const namesOf = (convidados: typeof search.near) => convidados.map(({ credencial }) => credencial.nome)
  return { found: namesOf(search.convidados), near: namesOf(search.near) }
}

export const cases: ContractCase[] = [
  it('guests are listed in the order of a search with company and whereabouts, whatever changes meanwhile', async (harness) => {
    const { credenciais, desistencias, entradas, painel } = harness.storage
    expect(await listedIn(harness)).toEqual([])
    const mesa = await withEmpresa(harness)
    const cadastro = aCadastro({ nome: 'ÉVA DA ASSUNÇÃO', telefone: '65987654320', email: '' })
    const eva = await aConvidado(harness, mesa, { cadastro })
    const [rui, ana] = [await named(harness, 'RUI'), await named(harness, 'ANA')]
    expect(await listedIn(harness)).toEqual([
      ['ANA', 'ANA', null, 'falta'],
      ['EVA DA ASSUNCAO', 'EVA ASUNSAO', mesa, 'falta'],
      ['RUI', 'RUI', null, 'falta'],
    ])

    const { convidados: given } = await painel.listed()
    const entrada = anEntrada(eva)
    await entradas.add([entrada], null)
    await desistencias.withdraw({ credencialid: rui, empresaid: null, now: NOW, isClosed: false }, anAutor())
    const corrected = aCadastro({ nome: 'ZILDA', telefone: '65987654321', email: '' })
    await credenciais.correct(
      { credencialid: ana, cadastro: corrected, shown: null, chaveOf: ({ nome }) => nome },
      anAutor(),
    )
    await credenciais.move(
      { credencialid: ana, empresaid: mesa, reservaid: unique('r'), now: NOW },
      anAutor(),
    )
    expect(await listedIn(harness)).toEqual([
      ['EVA DA ASSUNCAO', 'EVA ASUNSAO', mesa, 'dentro'],
      ['RUI', 'RUI', null, 'desistiu'],
      ['ZILDA', 'SILDA', mesa, 'falta'],
    ])
    // What was returned before stays as it was.
    expect(given.map(({ presenca }) => presenca)).toEqual(['falta', 'falta', 'falta'])

    await entradas.add([anEntrada(eva, { anula: entrada.entradaid })], null)
    await credenciais.merge(aMerge(eva, ana), anAutor())
    await credenciais.remove(rui, false, anAutor())
    expect(await listedIn(harness)).toEqual([['EVA DA ASSUNCAO', 'EVA ASUNSAO', mesa, 'falta']])
    expect((await painel.listed()).convidados.map(({ credencialid }) => credencialid)).toEqual([eva])
  }),
  it('guests are listed once each and in order, however many ask at once while others register', async (harness) => {
    const { painel } = harness.storage
    const nomes = ['EVA', 'ANA', 'RUI', 'BIA', 'IVO', 'ANA']
    const [lists] = await Promise.all([
      Promise.all(nomes.map(() => painel.listed())),
      Promise.all(nomes.map((nome, n) => named(harness, nome, `6598765432${n}`))),
    ])
    for (const { convidados } of lists) {
      const ids = convidados.map(({ credencialid }) => credencialid)
      expect(new Set(ids).size).toBe(ids.length)
    }
    const after = await painel.listed()
    expect(after.convidados.map(({ ordem }) => ordem)).toEqual(['ANA', 'ANA', 'BIA', 'EVA', 'IVO', 'RUI'])
  }),
  it('guests are found by their ids in the order of these, without those who are gone', async (harness) => {
    const { credenciais, painel } = harness.storage
    const mesa = await withEmpresa(harness)
    const [ana, eva, rui] = [
      await named(harness, 'ANA'),
      await aConvidado(harness, mesa),
      await named(harness, 'RUI'),
    ]
    await credenciais.remove(rui, false, anAutor())
    const found = await painel.find([eva, rui, 'nobody', ana])
    expect(found).toMatchObject([
      { credencial: { credencialid: eva }, empresa: { empresaid: mesa }, dentroDesde: null },
      { credencial: { credencialid: ana, nome: 'ANA' }, empresa: null, desistencia: null },
    ])
    expect(await painel.find([])).toEqual([])
  }),
  it('a search also tells those of a name near the typed one, twenty at most, and none who has it', async (harness) => {
    const mesa = await withEmpresa(harness)
    const nomes = ['DALVA DE SOUZA', 'DALVA SOUSA', 'DARVA SOUSA', 'MARIA DA CONCEIÇÃO', 'JOÃO PIUMHI']
    for (const nome of nomes) await named(harness, nome)
    const luiz = aCadastro({ nome: 'LUIZ PEREIRA', telefone: '65987650000', email: '' })
    await aConvidado(harness, mesa, { cadastro: luiz })
    expect(await searched(harness, 'dalva sousa')).toEqual({
      found: ['DALVA SOUSA'],
      near: ['DALVA DE SOUZA', 'DARVA SOUSA'],
    })
    for (const [typed, nome] of [
      ['conseisao', 'MARIA DA CONCEIÇÃO'],
      ['piumi', 'JOÃO PIUMHI'],
      ['luís perreira', 'LUIZ PEREIRA'],
      ['luis', 'LUIZ PEREIRA'],
    ] as const)
      expect(await searched(harness, typed), typed).toEqual({ found: [], near: [nome] })
    expect((await searched(harness, 'luis', mesa)).near).toEqual(['LUIZ PEREIRA'])
    expect((await searched(harness, 'conseisao', mesa)).near).toEqual([])
    for (const typed of ['65987650000', 'joao@exemplo', 'souza pedro'])
      expect((await searched(harness, typed)).near, typed).toEqual([])
    for (let n = 0; n < 22; n++) await named(harness, `TERESA ${String.fromCharCode(65 + n)}`)
    expect((await searched(harness, 'theresa')).near).toHaveLength(20)
  }),
  it('repeated guests are those of one phone in old and new form and one name but for accents, particles and order', async (harness) => {
    const group = [
      await named(harness, 'JOÃO DA SILVA', '65987654321'),
      await named(harness, 'SILVA JOAO', '6587654321'),
    ]
    const other = [await named(harness, 'ANA', '6536421234'), await named(harness, 'Ana', '6536421234')]
    await named(harness, 'JOÃO DA SILVA', '65987654322')
    await named(harness, 'JOÃO SILVA NETO', '65987654321')
    // The landline has the same last eight digits as a mobile: these are two people.
    await named(harness, 'ANA', '65936421234')
    const groups = await harness.storage.painel.findRepetidos()
    expect(groups).toHaveLength(2)
    expect(groups).toEqual(expect.arrayContaining([group, other]))
    await harness.storage.credenciais.merge(aMerge(group[0] ?? '', group[1] ?? ''), anAutor())
    expect(await harness.storage.painel.findRepetidos()).toEqual([other])
  }),
  it('a guest told apart at the registration is so in the same transaction, once however often it is sent', async (harness) => {
    const first = await named(harness, 'ANA LIMA', '65987654321')
    const autor = anAutor({ quem: 'ana' })
    const separado = { credencialid: first, historicoid: unique('historico') }
    const request = aRegister({ autor, separado })
    const { credenciais, historico } = harness.storage
    const told = await Promise.all([1, 2, 3].map(() => credenciais.register(request)))
    const [id] = told.flatMap((one) => (one.kind === 'registered' ? [one.credencial.credencialid] : []))
    const lines = await historico.list({ ato: 'separou', after: null, limit: 9 })
    expect(lines).toEqual([
      { ...autor, historicoid: separado.historicoid, ato: 'separou', alvo: id, detalhe: first },
    ])
    // A registration that stores nothing adds no line of separated guests.
    const other = { credencialid: first, historicoid: unique('historico') }
    await credenciais.register({ ...request, separado: other, autor: anAutor({ quem: 'ana' }) })
    expect(await historico.list({ ato: 'separou', after: null, limit: 9 })).toEqual(lines)
  }),
]

export const races: ContractCase[] = [
  it('guests who register at once while the counter of their company breaks stand at its table on the list, if they are stored', async (harness) => {
    const { painel } = harness.storage
    const [quebrada, inteira] = [await withEmpresa(harness, 30), await withEmpresa(harness)]
    const [before, other] = [await aConvidado(harness, quebrada), await aConvidado(harness, inteira)]
    // Fewer than one address may register at a time.
    const registerFour = () => Array.from({ length: 4 }, () => aConvidado(harness, quebrada))
    const first = registerFour()
    const breaking = harness.breakCounter(quebrada, 'abc')
    const settled = await Promise.allSettled([...first, ...registerFour()])
    await breaking
    const stored = settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    for (const one of settled)
      if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(InvalidCounterError)
    const empresas = () => listEmpresas({ list: (at) => painel.listEmpresas(at), now: () => NOW })
    const { mesas } = await listByTable({ painel, painelReadings: { empresas } }, 1)
    const tables = mesas.map(({ empresa, convidados }) => ({
      empresaid: empresa?.empresaid,
      isCounted: empresa?.numbers !== null,
      ids: convidados.map(({ credencial }) => credencial.credencialid).sort(),
    }))
    expect(tables).toEqual([
      { empresaid: quebrada, isCounted: false, ids: [before, ...stored].sort() },
      { empresaid: inteira, isCounted: true, ids: [other] },
    ])
  }),
  it('two organisers who tell one newcomer apart at once: one registers her, and nobody asks about her again', async (harness) => {
    const { credenciais, historico } = harness.storage
    for (let round = 0; round < 3; round++) {
      const telefone = `6598765432${round}`
      const first = await named(harness, 'ANA LIMA', telefone)
      const { cadastro, chave } = aRegister({ cadastro: aCadastro({ nome: 'ANA DE LIMA', telefone }) })
      const registrations = await atOnce(2, (n) => {
        const separado = { credencialid: first, historicoid: unique('historico') }
        return credenciais.register(
          aRegister({ cadastro, chave, autor: anAutor({ quem: `equipe-${n}` }), separado }),
        )
      })
      expect(kindsOf(registrations)).toEqual(['already-registered', 'registered'])
      const by = registrations.findIndex(({ kind }) => kind === 'registered')
      const lines = await historico.list({ ato: 'separou', after: null, limit: 9 })
      const told = lines.filter(({ detalhe }) => detalhe === first)
      expect(told.map(({ quem }) => quem)).toEqual([`equipe-${by}`])
    }
    expect(await harness.storage.painel.findRepetidos()).toHaveLength(3)
    expect(await listRepetidos(harness.storage)).toEqual([])
  }),
]

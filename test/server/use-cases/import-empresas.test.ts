import { expect, test } from 'vitest'
import { newMesa } from '../../../server/domain/mesa.ts'
import { importEmpresas, previewEmpresas } from '../../../server/use-cases/import-empresas.ts'
import { listEmpresas } from '../../../server/use-cases/empresas.ts'
import { aClaim, anAutor, anEmpresa, aRegister, HOLD_MS, NOW } from '../../support/factories.ts'
import { createStore } from '../../support/stored.ts'

/** A storage with one company that has used six of its ten invitations, and lines for it and for others. */
function anImport() {
  const store = createStore()
  store.put('empresas', anEmpresa({ empresaid: 'cheia', nome: 'Cheia', icredencial: 10, licredencial: 6 }))
  const { empresas, credenciais } = store.open()
  const line = (number: number, empresaid: string | null, nome: string, icredencial: number) => ({
    line: number,
    row: { empresaid, nome, icredencial, licredencial: 0 },
  })
  const parts = { empresas, credenciais, now: () => NOW, empresaidOf: () => 'FEITA' }
  return { store, parts, line }
}

const TOO_LOW = 'total 5: já usou ou reservou 6 convites, e o total não pode ser menor'

test('a preview names what an import would insert, change and refuse, by line, and writes nothing', async () => {
  const { store, parts, line } = anImport()
  const planilha = {
    rows: [
      ...[line(2, 'a', 'Um', 5), line(4, null, 'Dois', 7), line(5, 'cheia', 'Cheia', 5)],
      line(6, 'outra', 'Outra', 4),
    ],
    bad: [{ line: 3, nome: '', problems: ['falta o nome'] }],
  }
  store.put('empresas', anEmpresa({ empresaid: 'outra', nome: 'Antiga', icredencial: 3 }))
  const before = structuredClone(store.all('empresas'))
  const { effect, rows } = await previewEmpresas(parts, planilha)
  expect(effect).toEqual({
    inserted: [
      { line: 2, nome: 'Um', valor: '5' },
      { line: 4, nome: 'Dois', valor: '7' },
    ],
    changed: [
      {
        line: 6,
        nome: 'Antiga',
        changes: [
          { campo: 'nome', de: 'Antiga', para: 'Outra' },
          { campo: 'icredencial', de: '3', para: '4' },
        ],
      },
    ],
    moved: [],
    equal: 0,
    juntas: [],
    avisos: [],
    limpas: [],
    perguntas: [],
    bad: [
      { line: 3, nome: '', problems: ['falta o nome'] },
      { line: 5, nome: 'Cheia', problems: [TOO_LOW] },
    ],
  })
  expect(rows.map(({ empresaid }) => empresaid)).toEqual(['a', 'FEITA', 'outra'])
  expect(store.all('empresas')).toEqual(before)
})

test('what a preview names is what the import then does, and the same rows again change nothing', async () => {
  const { parts, line } = anImport()
  const planilha = { rows: [line(2, null, 'Um', 5), line(3, 'cheia', 'Cheia', 20)], bad: [] }
  const { effect } = await previewEmpresas(parts, planilha)
  expect([effect.inserted.length, effect.changed.length, effect.equal]).toEqual([1, 1, 0])
  const progress: [number, number][] = []
  const onProgress = (done: number, total: number) => void progress.push([done, total])
  const imported = await importEmpresas(parts, planilha, { isPartial: false, autor: anAutor(), onProgress })
  expect(imported).toEqual({ kind: 'imported', inserted: 1, updated: 1, bad: [] })
  expect(progress).toEqual([[2, 2]])
  expect(await previewEmpresas(parts, planilha)).toEqual({
    effect: {
      inserted: [],
      changed: [],
      moved: [],
      equal: 2,
      juntas: [],
      avisos: [],
      limpas: [],
      perguntas: [],
      bad: [],
    },
    rows: [],
  })
})

test('a preview tells what a table’s number was and becomes, and who else would sit there; both are written', async () => {
  const { store, parts, line } = anImport()
  for (const [empresaid, numero] of [
    ['a', '12'],
    ['b', 'a3'],
    ['c', 'A3'],
  ] as const) {
    store.put('empresas', anEmpresa({ empresaid, nome: empresaid.toUpperCase(), icredencial: 5 }))
    store.put('mesas', { ...newMesa(empresaid), numero })
  }
  const seated = (at: number, id: string, nome: string, numero: string) => {
    const { row } = line(at, id, nome, 5)
    return { line: at, row: { ...row, numero } }
  }
  const planilha = {
    rows: [seated(2, 'a', 'A', ''), seated(3, 'b', 'B', '7'), seated(4, 'nova', 'Nova', '012')],
    bad: [],
  }
  const { effect } = await previewEmpresas(parts, planilha)
  expect(effect).toMatchObject({
    inserted: [{ line: 4, nome: 'Nova', numero: '012' }],
    changed: [{ line: 3, changes: [{ campo: 'numero', de: 'a3', para: '7' }] }],
    juntas: [{ numero: '12', nomes: ['A', 'Nova'] }],
    equal: 1,
  })
  await importEmpresas(parts, planilha, { isPartial: false, autor: anAutor() })
  expect(['a', 'b', 'c', 'nova'].map((id) => store.get('mesas', id)?.numero)).toEqual([
    '12',
    '7',
    'A3',
    '012',
  ])
  expect((await previewEmpresas(parts, planilha)).effect).toMatchObject({ equal: 3, changed: [], juntas: [] })
})

test('a bad row refuses the whole import, whether it was read or storage finds it; a partial one leaves it out', async () => {
  const { store, parts, line } = anImport()
  const low = { line: 3, nome: 'Cheia', problems: [TOO_LOW] }
  const planilha = { rows: [line(2, 'a', 'Um', 5), line(3, 'cheia', 'Cheia', 5)], bad: [] }
  expect(await importEmpresas(parts, planilha, { isPartial: false, autor: anAutor() })).toEqual({
    kind: 'refused',
    bad: [low],
  })
  const bad = [{ line: 1, nome: '', problems: ['falta o nome'] }]
  const both = await importEmpresas(parts, { ...planilha, bad }, { isPartial: false, autor: anAutor() })
  expect(both).toEqual({ kind: 'refused', bad: [...bad, low] })
  expect(store.ids('empresas')).toEqual(['cheia'])
  expect(await importEmpresas(parts, planilha, { isPartial: true, autor: anAutor() })).toEqual({
    kind: 'imported',
    inserted: 1,
    updated: 0,
    bad: [low],
  })
})

test('companies are listed in numbers, with their sum and the ids nobody reaches', async () => {
  const { store, parts } = anImport()
  store.put('empresas', anEmpresa({ empresaid: 'item', nome: 'Antiga', icredencial: 1, licredencial: 4 }))
  store.put('empresas', anEmpresa({ empresaid: 'mesa', nome: 'Quebrada', licredencial: 'muitos' }))
  await parts.credenciais.register(aRegister({ claim: aClaim('cheia') }))
  await parts.empresas.claim(aClaim('cheia'))
  await parts.empresas.claim(aClaim('cheia', { now: NOW - HOLD_MS }))
  const { broken, ...listing } = await listEmpresas({
    list: (now) => parts.empresas.list(now),
    now: parts.now,
  })
  const plain = {
    contato: 'Ana',
    estacionamento: '2',
    telefone: '',
    numero: '',
    isFechada: false,
    versao: 0,
    pedido: 0,
  }
  expect(listing).toEqual({
    empresas: [
      { empresaid: 'cheia', nome: 'Cheia', ...plain, total: 10, used: 7, held: 1, pessoais: 0, left: 2 },
      { empresaid: 'item', nome: 'Antiga', ...plain, total: 1, used: 4, held: 0, pessoais: 0, left: 0 },
    ],
    sum: { total: 11, used: 11, held: 1, pessoais: 0, left: 2 },
    unreachable: ['item', 'mesa'],
  })
  expect(broken).toMatchObject([{ empresaid: 'mesa', campo: 'licredencial' }])
})

test('a name a letter or two from a stored one is asked about, and an ID says that it is another', async () => {
  const { store, parts, line } = anImport()
  for (const [empresaid, nome] of [
    ['serra', 'Laticínios Serra Azul'],
    ['mesa1', 'Mesa 1'],
    ['jbs', 'JBS'],
    ['clara', 'Fazenda Santa Clara'],
    ['joao', 'Sítio São João'],
    ['boa', 'Fazenda Boa Vista'],
    ['a', 'Camarote I'],
    ['m', 'Mesa12'],
  ] as const)
    store.put('empresas', anEmpresa({ empresaid, nome }))
  store.put('empresas', anEmpresa({ empresaid: 'acme', nome: 'Fazenda Acme', cnpj: '11222333000181' }))
  const made = { ...parts, empresaidOf: ({ nome }: { nome: string }) => `feita-${nome.replaceAll(' ', '-')}` }
  const planilha = {
    rows: [
      ...[line(2, null, 'Laticinio Serra Azul', 5), line(3, 'outra', 'Laticínios Sera Azul', 5)],
      ...[line(4, null, 'Mesa 2', 5), line(5, null, 'JBL', 5), line(6, null, 'Serra Azul', 5)],
      ...['Fazenda Santa Maria', 'Sítio São José', 'Fazenda Bela Vista', 'Camarote II', 'Mesa13'].map(
        (nome, n) => line(10 + n, null, nome, 5),
      ),
      { line: 7, row: { ...line(7, null, 'Fazenda Acmes', 5).row, cnpj: '11222333000262' } },
    ],
    bad: [],
  }
  const { effect } = await previewEmpresas(made, planilha)
  expect(effect.inserted.map((one) => one.line).sort((a, b) => a - b)).toEqual([
    ...[3, 4, 5, 6, 7, 10, 11, 12, 13, 14],
  ])
  expect(effect.perguntas.map(({ line, pergunta, escolhida }) => [line, pergunta.texto, escolhida])).toEqual([
    [2, '“Laticinio Serra Azul” parece ser “Laticínios Serra Azul”.', 'ela'],
  ])
  expect([effect.changed, effect.equal, effect.bad]).toEqual([[expect.objectContaining({ line: 2 })], 0, []])

  // A command cannot ask.
  const autor = anAutor()
  const imported = await importEmpresas(made, planilha, { isPartial: false, autor })
  expect(
    imported.kind === 'refused' && imported.bad.map(({ line, problems }) => `${line}: ${problems.join()}`),
  ).toEqual([
    '2: “Laticinio Serra Azul” parece ser “Laticínios Serra Azul”. Responda no painel, em Planilhas, ou preencha o ID da empresa',
  ])
})

test('a new id ends in a letter or a digit, for chats leave any other sign out of its link; one that is stored stays', async () => {
  const { store, parts, line } = anImport()
  store.put('empresas', anEmpresa({ empresaid: 'agro.s.a.', nome: 'Agro', icredencial: 3 }))
  const rows = [
    ...['nova.', 'nova-', 'nova_', 'nova'].map((id, at) => line(at + 2, id, `Nova ${'abcd'.charAt(at)}`, 5)),
    line(6, 'agro.s.a.', 'Agro', 4),
  ]
  const { effect } = await previewEmpresas(parts, { rows, bad: [] })
  expect(effect.bad.map((bad) => bad.line)).toEqual([2, 3, 4])
  expect(effect.bad[0]?.problems.join()).toContain('“nova.” termina em um sinal que o WhatsApp deixa fora')
  expect(effect.inserted.map((inserted) => inserted.line)).toEqual([5])
  expect(effect.changed.map((changed) => changed.line)).toEqual([6])
})

test.each([true, false])(
  'whether a total is too low is decided where it is written, partial: %s',
  async (isPartial) => {
    const { store, parts, line } = anImport()
    const { empresas } = parts
    const list: typeof empresas.list = async (now) => {
      const listed = await empresas.list(now)
      // Two invitations are given back between the reading and the write.
      store.put(
        'empresas',
        anEmpresa({ empresaid: 'cheia', nome: 'Cheia', icredencial: 10, licredencial: 4 }),
      )
      return listed
    }
    const read = { ...parts, empresas: Object.assign(Object.create(empresas) as typeof empresas, { list }) }
    const planilha = { rows: [line(2, 'cheia', 'Cheia', 5)], bad: [] }
    const imported = await importEmpresas(read, planilha, { isPartial, autor: anAutor() })
    expect(imported).toMatchObject({ kind: 'imported', updated: 1, bad: [] })
    expect(store.get('empresas', 'cheia')).toMatchObject({ icredencial: 5, licredencial: 4 })
  },
)

import { expect, test } from 'vitest'
import { estadoOf } from '../../../server/domain/convite-pessoal.ts'
import type { NovoConvite } from '../../../server/domain/convites.ts'
import { aCodigo } from '../../contract/convite.cases.ts'
import { anAutor, NOW, unique } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'
import { countsIn, kept, withEquipe } from '../../support/planilha.ts'

/** The team, whose company has ten invitations of which two are used, and lists of those who have confirmed. */
async function aTable() {
  const { app, equipe } = await withEquipe()
  const { services, store } = app
  return {
    app,
    equipe,
    store,
    list: (csv: string) => kept(app, equipe, 'convidados', csv),
    invited: async (novo: Partial<NovoConvite>, empresaid = 'acme') => {
      const one = { codigo: aCodigo(), rotulo: 'Tia Lúcia', reservaid: unique('r'), ...novo }
      expect(await services.convites.create(empresaid, [one], NOW, anAutor())).toEqual({ kind: 'created' })
      return async () => {
        const found = await services.convites.find(one.codigo)
        return found && estadoOf(found)
      }
    },
    used: () => store.get('empresas', 'acme')?.licredencial,
    nomes: () =>
      store
        .all('credenciais')
        .map(({ nome, telefone }) => `${nome} ${telefone}`)
        .sort(),
  }
}

test('who confirmed and has an open invitation uses its place, even where the company has no other', async () => {
  const { store, list, invited, used } = await aTable()
  const byNumber = await invited({ rotulo: 'Tia Lúcia', telefone: '11987650001' })
  const byNome = await invited({ rotulo: 'Bento Sá' })
  const ofCasa = await invited({ rotulo: 'Caio Reis' }, '')
  store.change('empresas', 'acme', { icredencial: 4 })
  expect(used()).toBe(4)
  const sheet =
    'nome;telefone;empresa\nLúcia Prado;11987650001;Fazenda Acme\nBento Sá;11987650002;Fazenda Acme\nCaio Reis;;\nDora Lins;11987650004;Fazenda Acme\n'
  const { html, record } = await list(sheet)
  const preview = await html()
  expect(countsIn(preview)).toEqual([3, 0, 0, 1])
  expect(preview).toMatch(/LÚCIA PRADO<\/th><td>Fazenda Acme, pelo convite de Tia Lúcia/)
  expect(preview).toMatch(/CAIO REIS<\/th><td>pelo convite de Caio Reis/)
  expect(readText(preview)).toMatch(/Linha 5 ?Dora Lins ?LIMITE ATINGIDO/i)
  expect((await record()).status).toBe(303)
  expect(used()).toBe(4)
  expect([await byNumber(), await byNome(), await ofCasa()]).toEqual(['usado', 'usado', 'usado'])
  expect(countsIn(await (await list(sheet)).html())).toEqual([0, 0, 3, 1])
})

test('an invitation of two serves two of its number, the one of its name first; a third takes a place', async () => {
  const { list, invited, used } = await aTable()
  const ana = await invited({ rotulo: 'Ana Prado', telefone: '11987650001', lugares: 1 })
  const casal = await invited({ rotulo: 'Casal Sá', telefone: '11987650002', lugares: 2 })
  expect(used()).toBe(5)
  const { html, record } = await list(
    'nome;telefone\nBento Prado;11987650001\nAna Prado;11987650001\nRui Sá;11987650002\nEva Sá;11987650002\nLia Sá;11987650002\n',
  )
  const preview = await html()
  expect(preview).toMatch(/BENTO PRADO<\/th><td>sem empresa/)
  expect(preview).toMatch(/LIA SÁ<\/th><td>sem empresa/)
  await record()
  expect([used(), await ana(), await casal()]).toEqual([5, 'usado', 'usado'])
})

test('one number of a family: an invitation for one person serves nobody of another name', async () => {
  const { list, invited, used } = await aTable()
  const joao = await invited({ rotulo: 'João Silva', telefone: '11987650001', lugares: 1 })
  expect(used()).toBe(3)
  await (await list('nome;telefone;empresa\nMaria Silva;11987650001;Fazenda Acme\n')).record()
  expect([await joao(), used()]).toEqual(['novo', 4])
})

test('an invitation of another company stays open, and of a namesake with another number, too', async () => {
  const { app, store, list, invited, used } = await aTable()
  await app.services.empresas.importRows(
    [{ empresaid: 'ipe', nome: 'Ipê', icredencial: 3, licredencial: 0 }],
    true,
    anAutor(),
  )
  const other = await invited({ telefone: '11987650001' }, 'ipe')
  const namesake = await invited({ rotulo: 'Bento Sá', telefone: '11987650009' })
  const { record } = await list(
    'nome;telefone;empresa\nLúcia Prado;11987650001;Fazenda Acme\nBento Sá;11987650002;Fazenda Acme\n',
  )
  await record()
  expect([await other(), await namesake(), used()]).toEqual(['novo', 'novo', 5])
  expect(store.get('empresas', 'ipe')).toMatchObject({ licredencial: 1 })
})

test('Desfazer gives the place back to the invitation', async () => {
  const { equipe, store, list, invited, used } = await aTable()
  const lucia = await invited({ telefone: '11987650001', nota: 'madrinha' })
  const { path, record } = await list('nome;telefone\nLúcia Prado;11987650001\n')
  await record()
  expect([await lucia(), used()]).toEqual(['usado', 3])
  await equipe.post(path, { ato: 'desfazer' })
  expect([await lucia(), used(), store.count('credenciais')]).toEqual(['novo', 3, 0])
  expect(store.all('convites')).toMatchObject([{ rotulo: 'Tia Lúcia', nota: 'madrinha' }])
})

test('the page says which remarks are not kept', async () => {
  const { list } = await aTable()
  const preview = async (csv: string) => readText(await (await list(csv)).html())
  expect(await preview('nome;obs;email\nAna Lima;mesa da frente;ana\nBia Sá;;\nCaio Reis;vegano;\n')).toMatch(
    /“ana”.*; as observações de 2 linhas, como “mesa da frente”, não ficam guardadas: só/,
  )
  expect(await preview('nome;obs\nBia Sá;\nCaio Reis;vegano\n')).toContain(
    'observação “vegano” não fica guardada: só',
  )
  expect(await preview('nome\nBia Sá\n')).not.toContain('não fica')
})

test('who withdrew without a number and comes back with one is the same guest, in their place', async () => {
  const { app, store, list, used, nomes } = await aTable()
  await (await list('nome;empresa\nBento Sá;Fazenda Acme\n')).record()
  const [bento] = store.ids('credenciais')
  const { desistencias } = app.services
  const asked = { credencialid: bento ?? '', empresaid: null, now: NOW, isClosed: true }
  await desistencias.withdraw(asked, anAutor())
  expect(used()).toBe(2)
  const sheet = 'nome;telefone;empresa\nBento Sá;11987650002;Fazenda Acme\n'
  const { html, record } = await list(sheet)
  expect(countsIn(await html())).toEqual([0, 1, 0, 0])
  await record()
  expect([nomes(), used()]).toEqual([['BENTO SÁ 11987650002'], 3])
  expect((await desistencias.find(bento ?? ''))?.desfeitaem).not.toBeNull()
  expect(countsIn(await (await list(sheet)).html())).toEqual([0, 0, 1, 0])
})

test('of two with one name and two numbers the first completes the one without, and the second is new', async () => {
  const { list, used, nomes } = await aTable()
  await (await list('nome;empresa\nBento Sá;Fazenda Acme\n')).record()
  const sheet =
    'nome;telefone;empresa\nBento Sá;11987650002;Fazenda Acme\nBento Sá;11987650003;Fazenda Acme\n'
  const { html, record } = await list(sheet)
  expect(countsIn(await html())).toEqual([1, 1, 0, 0])
  await record()
  expect([nomes(), used()]).toEqual([['BENTO SÁ 11987650002', 'BENTO SÁ 11987650003'], 4])
  expect(countsIn(await (await list(sheet)).html())).toEqual([0, 0, 2, 0])
})

test('a row of a company that cannot be told stays out, as the page says', async () => {
  const { app, list } = await aTable()
  const twins = ['ipe-1', 'ipe-2'].map((empresaid) => ({ empresaid, nome: 'Sementes Ipê', icredencial: 3 }))
  await app.services.empresas.importRows(
    twins.map((one) => ({ ...one, licredencial: 0 })),
    true,
    anAutor(),
  )
  for (const [empresa, chosen] of [
    ['Zebu Forte', 'Deixar de fora'],
    ['Sementes Ipee', 'Deixar de fora'],
    ['Fazenda Acmee', 'É Fazenda Acme'],
  ] as const) {
    const html = await (await list(`nome;empresa\nAna Lima;${empresa}\n`)).html()
    expect(readText(html)).toContain('Marcamos o mais provável, e o que não dá para saber fica de fora.')
    expect([empresa, /(?:checked|selected)=""[^>]*>([^<]*)</.exec(html)?.[1]]).toEqual([empresa, chosen])
  }
})

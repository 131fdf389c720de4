import { expect, test } from 'vitest'
import { asWritten } from '../../../server/domain/text.ts'
import { convidadosOf, empresasOf } from '../../../server/planilhas/rows.ts'
import { csv } from '../../support/her-sheet.ts'
import { pastaOf } from '../../support/pasta.ts'

async function pessoas(bytes: Buffer, modo: 'convidar' | 'coluna' = 'convidar') {
  const { rows, bad } = await convidadosOf(await pastaOf(bytes, { modo }), null)
  const told = rows.map(({ row: { cadastro, lugares, nota, isConvite } }) =>
    [cadastro.nome, cadastro.telefone, lugares > 1 ? `${lugares} lugares` : '', nota, isConvite ? '' : 'vem']
      .filter((part) => part !== '')
      .join(' · '),
  )
  return [...told, ...bad.map(({ nome }) => `- ${nome}`)]
}

test('who the second is to the first is noted, and no part of the name', async () => {
  const sheet = csv(
    'Nome;WhatsApp',
    'João Carlos e esposa Marta;34999110009',
    'ANA E O MARIDO RUI PRADO;',
    'José Bento e Silva;',
  )
  expect(await pessoas(sheet)).toEqual([
    'JOÃO CARLOS · 34999110009 · esposa',
    'MARTA · esposa',
    'ANA PRADO · MARIDO',
    'RUI PRADO · MARIDO',
    'JOSÉ BENTO E SILVA',
  ])
})

test('a list without headings has names with their numbers in one column', async () => {
  const sheet = csv('Ana Lima - 34 99911-0001', 'Bia Sá: (34) 99911-0002', 'Caio Melo 34999110003')
  expect(await pessoas(sheet)).toEqual([
    'ANA LIMA · 34999110001',
    'BIA SÁ · 34999110002',
    'CAIO MELO · 34999110003',
  ])
})

test('a mark says yes or no, and a couple is two', async () => {
  const marks = csv('Nome;Confirmado?', 'Ana Lima;✓', 'Bia Sá;✅', 'Caio Melo;❌', 'Davi Reis;')
  expect(await pessoas(marks, 'coluna')).toEqual([
    'ANA LIMA · vem',
    'BIA SÁ · vem',
    'DAVI REIS',
    '- Caio Melo',
  ])
  const counts = csv('Nome;Convites', 'Ana Lima;casal', 'Bia Sá;individual', 'Caio Melo;3', 'Davi Reis;2')
  expect(await pessoas(counts)).toEqual([
    'ANA LIMA · 2 lugares',
    'BIA SÁ',
    'CAIO MELO · 3 lugares',
    'DAVI REIS · 2 lugares',
  ])
})

test('a company without a trade name is called by its legal one', async () => {
  const nomes = async (...lines: string[]) =>
    (await empresasOf(await pastaOf(csv(...lines)), null)).rows.map(({ row }) => row.nome)
  const both = ['Razão social;Nome fantasia;Convites', 'Sementes Aurora Ltda;Aurora;10', 'Agro Sul SA;;8']
  expect(await nomes(...both)).toEqual(['Aurora', 'Agro Sul SA'])
  expect(await nomes('Razão social;Convites', 'Sementes Aurora Ltda;10')).toEqual(['Sementes Aurora Ltda'])
})

test('the number of a namesake stays in capitals', () => {
  expect(['JOÃO PAULO II', 'pedro iv', 'IVO VIANA'].map(asWritten)).toEqual([
    'João Paulo II',
    'Pedro IV',
    'Ivo Viana',
  ])
})

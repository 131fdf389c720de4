import { expect, test } from 'vitest'
import { comArtigo, daOcasiao, naOcasiao } from '../../../server/domain/artigo.ts'

test('an event is told with its article, by the noun it begins with', () => {
  const told = {
    'Palestra comemorativa dos 80 anos': 'da palestra comemorativa dos 80 anos',
    Jantar: 'do jantar',
    'Jantar Beneficente': 'do Jantar Beneficente',
    'Leilão de gado': 'do leilão de gado',
    Reunião: 'da reunião',
    'Exposição agropecuária': 'da exposição agropecuária',
    'Sessão solene': 'da sessão solene',
    '2ª Festa do Milho': 'da 2ª Festa do Milho',
    'III Congresso Rural': 'do III Congresso Rural',
    'Coquetel de abertura': 'do coquetel de abertura',
    'Noite de gala': 'da noite de gala',
    'Dia de campo': 'do dia de campo',
    'Homenagem a José': 'da homenagem a José',
    'PALESTRA MAGNA': 'da PALESTRA MAGNA',
    Churrasco: 'do churrasco',
    'Workshop de solos': 'do workshop de solos',
    Simpósio: 'do simpósio',
    Fórum: 'do fórum',
    Baile: 'do baile',
  }
  for (const [ocasiao, da] of Object.entries(told)) {
    expect(daOcasiao(ocasiao)).toBe(da)
    expect(naOcasiao(ocasiao)).toBe(`n${da.slice(1)}`)
  }
})

test('what is no such noun keeps its words, without an article', () => {
  for (const ocasiao of ['80 anos', 'Bodas de ouro', 'Encontre-se', 'XYZ 2027', '']) {
    expect(comArtigo(ocasiao)).toBe(ocasiao)
    expect(daOcasiao(ocasiao)).toBe(`de ${ocasiao}`)
    expect(naOcasiao(ocasiao)).toBe(`em ${ocasiao}`)
  }
})

import { expect, test } from 'vitest'
import { aMesa, leadOf } from '../../support/a-mesa.ts'
import { openEquipe } from '../../support/equipe.ts'
import { readText } from '../../support/html.ts'

test('a holder asks once, an organiser gives in one touch, and the panel tells the answer', async () => {
  const opened = await aMesa()
  const { mesaBrowser, path, text } = opened
  const ask = (quantos: string) =>
    mesaBrowser.post(path, { ato: 'pedir', 'pedido-quantos': quantos, 'pedido-motivo': 'Vem a família' })
  const refused = await ask('0')
  expect([refused.status, readText(await refused.text())]).toEqual([
    422,
    expect.stringContaining('Escreva quantos convites faltam, de 1 a 100.'),
  ])
  expect(leadOf(await ask('4'))).toEqual([303, `${path}?feito=pedido`])
  expect(leadOf(await ask('9'))).toEqual([303, `${path}?feito=ja-pedido`])
  expect(await text(path)).toContain('Você pediu mais 4 convites.')

  const organiser = await openEquipe(opened)
  const page = '/painel/empresas/acme'
  for (const told of ['Pede mais 4 convites', 'Vem a família', 'Dar 4', 'Agora não'])
    expect(readText(await organiser.body(page))).toContain(told)
  const give = (quantos: string) =>
    organiser.post(page, { ato: quantos === '0' ? 'negar' : 'dar', pedido: '4', quantos })
  expect(leadOf(await give('4'))).toEqual([303, `${page}?feito=deu#conteudo`])
  expect(leadOf(await give('4'))).toEqual([303, `${page}?feito=changed-meanwhile#conteudo`])
  expect(await text(path)).toContain('A organização deu mais 4 convites a esta mesa.')
  expect(await text(path)).toContain('DE 9')

  await ask('4')
  expect(leadOf(await give('0'))).toEqual([303, `${page}?feito=negou#conteudo`])
  expect(await text(path)).toContain('não tem mais lugares no momento.')
})

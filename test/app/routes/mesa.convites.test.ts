import { expect, test } from 'vitest'
import { aMesa, leadOf } from '../../support/a-mesa.ts'
import { readField, readText } from '../../support/html.ts'

test('a label a line becomes a link each, counted at once, in the order it was typed', async () => {
  const { make, path, text, licredencial, codigos, atos } = await aMesa()
  expect(leadOf(await make('Zé Bento\r\n\r\n Diretor  comercial '))).toEqual([303, `${path}?feito=criados`])
  expect([licredencial(), atos()]).toEqual([2, ['criou-convites mesa']])
  const told = await text(`${path}?feito=criados`)
  expect(told).toContain('Feito: os convites pessoais estão prontos.')
  expect(told).toMatch(/2 novos 0 de 2 enviados Enviar um por vez Zé Bento Novo .* Diretor comercial Novo/)
  const codigo = (await codigos()).get('Zé Bento') ?? ''
  expect(told).toContain(`https://convite.test /acme/${codigo}`)
})

test('a number the holder typed is kept; one that cannot be read is left out, and the page says so', async () => {
  const { make, path, text, store } = await aMesa()
  expect(leadOf(await make('Ana\t37998123499\nBia 8123-3499'))).toEqual([
    303,
    `${path}?feito=criados-sem-numero`,
  ])
  expect(await text(`${path}?feito=criados-sem-numero`)).toContain('Não deu para ler algum número')
  expect(store.all('convites').map(({ rotulo, telefone }) => [rotulo, telefone])).toEqual([
    ['Ana', '37998123499'],
    ['Bia', ''],
  ])
})

test('the same form sent three times at once makes its invitations once', async () => {
  const { mesaBrowser, path, page, licredencial } = await aMesa()
  const form = { ato: 'criar', rotulos: 'Tia\nZé', pedido: readField(await page(), 'pedido') ?? '' }
  const all = await Promise.all([1, 2, 3].map(() => mesaBrowser.post(path, form)))
  expect(all.map(({ status }) => status)).toEqual([303, 303, 303])
  expect(licredencial()).toBe(2)
})

test('two holders who spend the last invitation at once: one gets it, the other reads why and keeps the labels', async () => {
  const { make, licredencial, codigos } = await aMesa({ icredencial: 1 })
  const all = await Promise.all([make('Ana'), make('Bia')])
  expect(all.map(({ status }) => status).sort()).toEqual([303, 409])
  expect([licredencial(), (await codigos()).size]).toEqual([1, 1])
  const html = await all.find(({ status }) => status === 409)?.text()
  expect(readText(html ?? '')).toContain('Não há mais convites livres nesta mesa. Nenhum foi criado.')
  expect(html).toMatch(/<textarea[^>]*>(Ana|Bia)<\/textarea>/)
})

for (const [what, rotulos, status, message] of [
  ['no label', ' \n ', 422, 'Escreva pelo menos um nome.'],
  ['an endless label', `Ana\n${'x'.repeat(61)}`, 422, 'Um nome tem de 1 a 60 letras. Corrija a linha 2.'],
  ['more labels than are left', 'A\nB\nC', 409, 'Não cabem todos: há só 2 livres.'],
] as const)
  test(`${what} comes back with what was typed and a sentence, and none is made`, async () => {
    const { make, licredencial } = await aMesa({ icredencial: 2 })
    const response = await make(rotulos)
    const html = await response.text()
    expect(response.status).toBe(status)
    expect(html).toContain('<title>Erro: Mesa Fazenda Acme</title>')
    expect(html).toMatch(/<a href="#rotulos">/)
    expect(readText(html).split(message).length).toBe(3)
    expect(html).toContain(rotulos)
    expect(licredencial()).toBe(0)
  })

test('a form that is none of ours is a 400, and one that was changed names nobody', async () => {
  const { mesaBrowser, path, licredencial } = await aMesa()
  for (const fields of [
    { ato: 'criar', rotulos: 'Tia', pedido: '' },
    { ato: 'criar', pedido: 'p'.repeat(22) },
    { ato: 'apagar' },
    {},
  ])
    expect((await mesaBrowser.post(path, fields as Record<string, string>)).status).toBe(400)
  expect((await mesaBrowser.send(path, 'PUT', { ato: 'fechar' })).status).toBe(405)
  expect(licredencial()).toBe(0)
})

test('a label is changed while new; one that is too long opens its own form again', async () => {
  const { make, codigos, mesaBrowser, path } = await aMesa()
  await make('Tia')
  const codigo = (await codigos()).get('Tia') ?? ''
  const rename = (rotulo: string) =>
    mesaBrowser.post(path, { ato: 'mudar', codigo, [`rotulo-${codigo}`]: rotulo })
  const refused = await rename('x'.repeat(61))
  const html = await refused.text()
  expect(refused.status).toBe(422)
  expect(html).toContain('<details open="">')
  expect(readField(html, `rotulo-${codigo}`)).toBe('x'.repeat(61))
  expect(html).toContain(`<a href="#rotulo-${codigo}">`)
  for (let n = 0; n < 2; n++) expect(leadOf(await rename('Tia Lúcia'))).toEqual([303, `${path}?feito=mudado`])
  expect([...(await codigos()).keys()]).toEqual(['Tia Lúcia'])
})

test('renaming, revoking or sending a used invitation says plainly that it was used', async () => {
  const { make, codigos, convidado, mesaBrowser, path, text, licredencial } = await aMesa()
  await make('Tia')
  const codigo = (await codigos()).get('Tia') ?? ''
  await convidado('LÚCIA', { codigo })
  const back = [303, `${path}?feito=ja-usado`]
  expect(leadOf(await mesaBrowser.post(path, { ato: 'mudar', codigo, [`rotulo-${codigo}`]: 'B' }))).toEqual(
    back,
  )
  for (const at of [`${path}/revogar/${codigo}`, `${path}/enviar/${codigo}`])
    expect(leadOf(await mesaBrowser.get(at))).toEqual(back)
  expect(leadOf(await mesaBrowser.post(`${path}/revogar/${codigo}`))).toEqual(back)
  expect(await text(`${path}?feito=ja-usado`)).toContain('Atenção: este convite já foi usado. Nada mudou.')
  expect(licredencial()).toBe(1)
})

test('Cancelar asks first, and gives the invitation back once', async () => {
  const { make, codigos, mesaBrowser, path, text, licredencial, atos } = await aMesa()
  await make('Primo Valdir')
  const at = `${path}/revogar/${(await codigos()).get('Primo Valdir') ?? ''}`
  const asked = await text(at)
  expect(asked).toContain('Cancelar o convite?')
  expect(asked).toContain('Primo Valdir')
  expect(asked).toContain('5 livres em vez de 4.')
  expect(licredencial()).toBe(1)
  const all = await Promise.all([mesaBrowser.post(at), mesaBrowser.post(at)])
  expect(all.map(leadOf)).toEqual([
    [303, `${path}?feito=revogado`],
    [303, `${path}?feito=ja-revogado`],
  ])
  expect([licredencial(), atos()]).toEqual([0, ['criou-convites mesa', 'revogou-convite mesa']])
  expect(await text()).toContain('Primo Valdir CANCELADO o convite voltou para a mesa')
})

test('revoking against a registration: one of them has it', async () => {
  const { make, codigos, convidado, mesaBrowser, path, licredencial } = await aMesa()
  await make('Tia')
  const codigo = (await codigos()).get('Tia') ?? ''
  const [registered, revoked] = await Promise.allSettled([
    convidado('LÚCIA', { codigo }),
    mesaBrowser.post(`${path}/revogar/${codigo}`),
  ])
  const isRegistered = registered.status === 'fulfilled'
  const lead = revoked.status === 'fulfilled' ? revoked.value.headers.get('Location') : null
  expect(lead).toBe(`${path}?feito=${isRegistered ? 'ja-usado' : 'revogado'}`)
  expect(licredencial()).toBe(isRegistered ? 1 : 0)
})

test('another table’s invitation is a 404 for every act, and stays as it is', async () => {
  const { make, pathOf, codigos, mesaBrowser, path, services } = await aMesa()
  await make('Vizinho', pathOf('outra'))
  const codigo = (await codigos('outra')).get('Vizinho') ?? ''
  const fields = { ato: 'mudar', codigo, [`rotulo-${codigo}`]: 'Meu' }
  expect((await mesaBrowser.post(path, fields)).status).toBe(404)
  for (const act of ['revogar', 'enviar']) {
    expect((await mesaBrowser.get(`${path}/${act}/${codigo}`)).status).toBe(404)
    expect((await mesaBrowser.post(`${path}/${act}/${codigo}`, { para: '65987655432' })).status).toBe(404)
  }
  expect((await services.convites.find(codigo))?.convite.rotulo).toBe('Vizinho')
  expect((await services.empresas.find('outra', services.now()))?.pessoais).toBe(1)
})

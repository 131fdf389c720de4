import { expect, test } from 'vitest'
import { desistenciasIn } from '../../support/desistencias.ts'
import { aMesa, leadOf } from '../../support/a-mesa.ts'
import { NOW } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'

test('Tirar da mesa names the person and what follows, and gives the invitation back once', async () => {
  const { convidado, path, text, mesaBrowser, licredencial, atos, browser, services } = await aMesa()
  const id = await convidado('DALVA REGINA MOREIRA')
  const at = `${path}/liberar/${id}`
  const asked = await text(at)
  for (const sentence of [
    'Tirar da mesa? DALVA REGINA MOREIRA presença confirmada, ainda não chegou',
    'A credencial de Dalva deixa de valer na portaria.',
    'O convite volta para a mesa: 5 livres em vez de 4.',
    'Manter Dalva na mesa',
  ])
    expect(asked).toContain(sentence)
  expect(licredencial()).toBe(1)
  const all = await Promise.all([mesaBrowser.post(at), mesaBrowser.post(at)])
  expect(all.map(leadOf).sort()).toEqual([
    [303, `${path}?feito=ja-livre`],
    [303, `${path}?feito=liberado`],
  ])
  expect(leadOf(await mesaBrowser.get(at))).toEqual([303, `${path}?feito=ja-livre`])
  expect([licredencial(), atos()]).toEqual([0, ['liberou mesa']])
  const told = await text(`${path}?feito=liberado`)
  expect(told).toContain('Feito: o convite voltou para a mesa.')
  expect(told).not.toContain('DALVA')
  const credencial = await browser().get(`/c/${services.tokenOf(id, 0)}`)
  expect(readText(await credencial.text())).toContain('Quem cuida da mesa retirou sua presença')
})

test('a guest of a personal invitation is freed with the warning that the link stays spent', async () => {
  const { make, codigos, convidado, path, text } = await aMesa()
  await make('Tia Lúcia')
  const id = await convidado('LÚCIA BARRETO', { codigo: (await codigos()).get('Tia Lúcia') ?? null })
  expect(await text(`${path}/liberar/${id}`)).toContain(
    'O link do convite pessoal “Tia Lúcia” continua gasto.',
  )
})

test('a guest who has arrived keeps the invitation, and the holder reads why', async () => {
  const { convidado, admit, path, text, mesaBrowser, licredencial } = await aMesa()
  const id = await convidado('DALVA')
  await admit(id)
  const back = [303, `${path}?feito=ja-chegou`]
  expect(leadOf(await mesaBrowser.get(`${path}/liberar/${id}`))).toEqual(back)
  expect(leadOf(await mesaBrowser.post(`${path}/liberar/${id}`))).toEqual(back)
  expect(await text(`${path}?feito=ja-chegou`)).toContain('essa pessoa já chegou ao evento')
  expect(licredencial()).toBe(1)
})

test('freeing against admitting: who was let in first keeps the invitation, else it returns', async () => {
  const { convidado, admit, path, mesaBrowser, licredencial } = await aMesa()
  const id = await convidado('DALVA')
  const [freed] = await Promise.all([mesaBrowser.post(`${path}/liberar/${id}`), admit(id)])
  const isFreed = freed.headers.get('Location') === `${path}?feito=liberado`
  if (!isFreed) expect(leadOf(freed)).toEqual([303, `${path}?feito=ja-chegou`])
  expect(licredencial()).toBe(isFreed ? 0 : 1)
})

test('an admission that comes after the page was opened is told', async () => {
  const { services, convidado, admit, path, mesaBrowser, licredencial } = await aMesa()
  const id = await convidado('DALVA')
  const desistencias = { ...services.desistencias }
  services.desistencias.withdraw = async (...request) => {
    await admit(id)
    return desistencias.withdraw(...request)
  }
  expect(leadOf(await mesaBrowser.post(`${path}/liberar/${id}`))).toEqual([303, `${path}?feito=ja-chegou`])
  expect(licredencial()).toBe(1)
})

test('Não guardar frees the place kept for who withdrew, and not a guest who has come back since', async () => {
  const { convidado, path, text, mesaBrowser, licredencial, services } = await aMesa()
  const id = await convidado('DALVA')
  const asked = { credencialid: id, now: NOW, isClosed: false }
  const { desistencias, autorOf } = services
  const withdraw = () => desistencias.withdraw({ ...asked, empresaid: null }, autorOf('convidado'))
  await withdraw()
  const at = `${path}/liberar/${id}`
  expect(await text(at)).toMatch(
    /Não guardar o lugar\? Um convidado desistiu o lugar fica guardado até .*: 5 livres em vez de 4/,
  )
  expect(await text(at)).not.toContain('DALVA')
  const free = async () => leadOf(await mesaBrowser.post(at, { guardado: '1' }))
  expect(licredencial()).toBe(1)
  expect(await free()).toEqual([303, `${path}?feito=liberado`])
  expect(licredencial()).toBe(0)
  expect(await free()).toEqual([303, `${path}?feito=ja-livre`])
  await desistencias.undo(asked, autorOf('convidado'))
  expect(await free()).toEqual([303, `${path}?feito=nao-guardado`])
  expect([licredencial(), (await desistenciasIn(services)).size]).toEqual([1, 0])
})

test('another table’s guests are a 404, withdrawn or not, and so are guests of the public form and nobody', async () => {
  const { convidado, path, mesaBrowser, licredencial, services } = await aMesa()
  const [there, gone] = [
    await convidado('VIZINHO', { empresaid: 'outra' }),
    await convidado('IDO', { empresaid: 'outra' }),
  ]
  const asked = { credencialid: gone, empresaid: 'outra', now: NOW, isClosed: false }
  await services.desistencias.withdraw(asked, services.autorOf('mesa'))
  const bodies = []
  for (const id of [there, gone, '1', 'x%2Fy', encodeURIComponent('é'.repeat(300))]) {
    const response = await mesaBrowser.get(`${path}/liberar/${id}`)
    expect(response.status, id).toBe(404)
    bodies.push(readText(await response.text()))
    expect((await mesaBrowser.post(`${path}/liberar/${id}`)).status, id).toBe(404)
  }
  expect(new Set(bodies).size).toBe(1)
  expect(licredencial('outra')).toBe(1)
})

import { expect, test } from 'vitest'
import { nameOf, openJar } from '../../support/journey.ts'
import { startApp } from '../../support/remix.ts'
import { openHouse } from '../../support/sqlite-house.ts'
import { aCadastro, anAutor } from '../../support/factories.ts'

test('eight connections that ask for one picture again and again deny no other guest theirs', async () => {
  const { url } = await openHouse().start()
  const pictureOf = async (n: number) => {
    const jar = openJar(url)
    await jar.post('/cadastro', { nome: nameOf(n), telefone: '11987654321' })
    const [, path = ''] = /href="(\/c\/[^"]+)"/.exec((await jar.get('/')).html) ?? []
    return `${url}${path}/convite.png`
  }
  const [stranger = '', ...convidados] = await Promise.all(Array.from({ length: 7 }, (_, n) => pictureOf(n)))
  const ask = async (picture: string) => {
    const answer = await fetch(picture)
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  let isOver = false
  const told = new Set<number>()
  const flood = Array.from({ length: 8 }, async () => {
    while (!isOver) told.add((await ask(stranger)).status)
  })
  const answers = []
  for (const convidado of convidados) answers.push(await ask(convidado))
  isOver = true
  await Promise.all(flood)
  expect(answers.map(({ status }) => status)).toEqual(convidados.map(() => 200))
  expect(new Set(answers.map(({ bytes }) => bytes.toString('base64'))).size).toBe(convidados.length)
  expect([...told]).toEqual([200])
})

test('the picture of a corrected name is another', async () => {
  const app = await startApp(undefined, undefined, { isDrawn: true })
  const browser = app.browser()
  await browser.post('/cadastro', { nome: 'Ana Maria', telefone: '11987654321' })
  const [credencialid = ''] = app.store.ids('credenciais')
  const picture = async () => {
    const answer = await browser.get(`/c/${app.services.tokenOf(credencialid, 0)}/convite.png`)
    expect(answer.headers.get('Content-Type')).toBe('image/png')
    return Buffer.from(await answer.arrayBuffer()).toString('base64')
  }
  const before = await picture()
  expect(await picture()).toBe(before)
  const cadastro = aCadastro({ nome: 'EVA MARIA', telefone: '11987654321', email: '' })
  await app.services.credenciais.correct(
    { credencialid, cadastro, shown: null, chaveOf: () => app.services.chaveOf(cadastro) },
    anAutor(),
  )
  expect(await picture()).not.toBe(before)
})

import { expect, test } from 'vitest'
import { IMAGEM_MS } from '../../../server/domain/evento-gravado.ts'
import { maintain } from '../../../server/use-cases/maintenance.ts'
import { formFieldsIn, readText } from '../../support/html.ts'
import { fieldsIn, HREF } from '../../support/evento-form.ts'
import { file, openImagem } from '../../support/imagem-sent.ts'

test('own pictures stay when the event moves, and whoever moves it is told to look at them', async () => {
  const app = await openImagem()
  const send = async (text: string, typed = {}) =>
    app.follow(await app.send({ retrato: file(text), ...typed }))
  await app.gravar(await send('own'))
  const own = (await app.stored()).imagemid
  const told = 'A sua imagem continua no convite . Se o que muda está escrito nela'
  const other = await (await app.send({ contato: 'outra@sociedaderural.example' })).text()
  expect(readText(other)).not.toContain(told)
  await app.gravar(other)
  expect((await app.stored()).imagemid).toBe(own)

  const moved = await (await app.send({ local: 'Tatersal' })).text()
  expect(readText(moved)).toContain(told)
  expect(readText(moved)).toContain('Muda 1 campo')
  await app.gravar(moved)
  expect(await app.stored()).toMatchObject({ imagemid: own, evento: { local: 'Tatersal' } })
  // Another picture, sent with the move, says what is true now.
  const changed = await send('new', { local: 'Salão' })
  expect(readText(changed)).not.toContain(told)
  await app.gravar(changed)
  const stored = await app.stored()
  expect(stored).toMatchObject({ evento: { local: 'Salão' } })
  expect([null, own]).not.toContain(stored.imagemid)
  expect(app.prepared).toEqual(['own', 'new'])
})

test('the drawn invitation is chosen in the form, and own pictures are described otherwise without sending them again', async () => {
  const app = await openImagem()
  await app.gravar(await app.follow(await app.send({ retrato: file('own'), alt: 'Festa' })))
  const first = await app.stored()
  const renamed = await (await app.send({ alt: 'Festa do milho' })).text()
  expect(renamed).toContain('alt="Festa do milho"')
  expect(readText(renamed)).toContain('Muda 1 campo')
  expect(readText(renamed)).toContain('O que a imagem diz Festa Festa do milho')
  // A picture that is only looked at is not stored again, however often.
  expect(app.store.ids('imagens').filter((id) => !id.startsWith('preparo-'))).toEqual([first.imagemid])
  await app.gravar(renamed)
  const bare = await (await app.send({ alt: '' })).text()
  expect(readText(bare)).toContain('O que a imagem diz Festa do milho os dados do evento')
  const second = await app.stored()
  expect(second.imagemid?.slice(0, 32)).toBe(first.imagemid?.slice(0, 32))
  expect(second.imagemid).not.toBe(first.imagemid)
  const page = await app.equipe.body(HREF)
  expect(readText(page)).toContain('Usar o desenho pronto')
  expect(fieldsIn(page)).toMatchObject({ convite: 'propria', alt: 'Festa do milho' })
  const drawn = await (await app.send({ convite: 'desenhado' })).text()
  expect(readText(drawn)).toContain('Imagem uma imagem sua o convite desenhado')
  await app.gravar(drawn)
  expect((await app.stored()).imagemid).toBeNull()
  expect(app.prepared).toEqual(['own'])
})

test('one who began before somebody else changed the picture takes theirs over, and is told', async () => {
  const app = await openImagem()
  const page = await app.equipe.body(HREF)
  await app.gravar(await app.follow(await app.send({ retrato: file('own'), alt: 'Festa' })))
  const html = await (await app.send({ titulo: 'Outro' }, page)).text()
  expect(readText(html)).toContain('Imagem mudou para “uma imagem sua”. Já está no campo.')
  expect(fieldsIn(html)).toMatchObject({ titulo: 'Outro', convite: 'propria', alt: 'Festa' })
})

test('another description that was typed stays in its field, whatever somebody else stored meanwhile', async () => {
  const app = await openImagem()
  await app.gravar(await app.follow(await app.send({ retrato: file('own'), alt: 'Festa' })))
  const page = await app.equipe.body(HREF)
  const late = async () => (await app.send({ alt: 'Festa do milho' }, page)).text()
  await app.gravar(await (await app.send({ contato: 'x@rural.example' })).text())
  expect(fieldsIn(await late())).toMatchObject({ alt: 'Festa do milho', contato: 'x@rural.example' })
  await app.gravar(await (await app.send({ alt: 'Baile' })).text())
  const html = await late()
  expect(fieldsIn(html)).toMatchObject({ alt: 'Festa do milho', convite: 'propria' })
  expect(readText(html)).toContain('Imagem mudou para “uma imagem sua”. Você escreveu outra coisa')
})

test('a second tap on Gravar is told that it is stored, though the picture was described otherwise', async () => {
  const app = await openImagem()
  await app.gravar(await app.follow(await app.send({ retrato: file('own'), alt: 'Festa' })))
  const moved = await (await app.send({ local: 'Tatersal', alt: 'Outra festa' })).text()
  const taps = [await app.gravar(moved), await app.gravar(moved)]
  expect(taps).toEqual(Array(2).fill([303, `${HREF}?feito=gravado`]))
  expect(await app.stored()).toMatchObject({ versao: 3, evento: { local: 'Tatersal' } })
})

test('a picture that was sent stays chosen, whatever somebody else stored meanwhile', async () => {
  const app = await openImagem()
  const form = await app.equipe.body(HREF)
  const sent = await app.send({ retrato: file('own'), local: 'Tatersal' }, form)
  await app.gravar(await (await app.send({ contato: 'x@rural.example', local: 'Salão' })).text())
  const html = await app.follow(sent)
  const fields = fieldsIn(html)
  expect(fields).toMatchObject({ local: 'Tatersal', contato: 'x@rural.example', convite: 'propria' })
  await app.gravar(await (await app.send({}, html)).text())
  expect(await app.stored()).toMatchObject({ imagemid: fields.imagem, evento: { local: 'Tatersal' } })
})

test('a picture that gave way to the drawn invitation is kept for a day from then on, however long ago it was sent', async () => {
  const app = await openImagem()
  await app.gravar(await app.follow(await app.send({ retrato: file('own') })))
  const { imagemid } = await app.stored()
  app.advance(3 * IMAGEM_MS)
  await app.gravar(await (await app.send({ convite: 'desenhado' })).text())
  app.advance(IMAGEM_MS - 1)
  await maintain(app.services)
  expect(app.store.ids('imagens')).toEqual([imagemid])
  app.advance(2)
  await maintain(app.services)
  expect(app.store.count('imagens')).toBe(0)
})

test('pictures that were sent and not stored are erased after a day, and Gravar asks for them again', async () => {
  const app = await openImagem()
  const conferir = await app.follow(await app.send({ retrato: file('own') }))
  app.advance(IMAGEM_MS - 1)
  await maintain(app.services)
  expect(app.store.count('imagens')).toBe(2)
  app.advance(2)
  await maintain(app.services)
  expect(app.store.count('imagens')).toBe(0)
  const fields = formFieldsIn(conferir, 'com-vistas conferir')
  const answer = await app.equipe.post(HREF, { ...fields, avisar: 'nao', ato: 'gravar' })
  expect(answer.status).toBe(422)
  expect(readText(await answer.text())).toContain('não está mais aqui')
  expect((await app.stored()).versao).toBe(1)
})

test('a logo that is no longer stored is asked for at its own field; one near its day is kept once the event has it', async () => {
  const app = await openImagem()
  const conferir = await app.follow(await app.send({ logotipo: file('mark', 'marca.svg') }))
  app.advance(IMAGEM_MS - 1)
  await app.gravar(conferir)
  app.advance(IMAGEM_MS)
  await maintain(app.services)
  const { logoid } = await app.stored()
  expect(app.store.ids('imagens')).toEqual([logoid])
  const late = await app.follow(await app.send({ logotipo: file('own', 'marca.png') }))
  app.advance(2 * IMAGEM_MS)
  await maintain(app.services)
  const fields = formFieldsIn(late, 'com-vistas conferir')
  const answer = await app.equipe.post(HREF, { ...fields, avisar: 'nao', ato: 'gravar' })
  expect(answer.status).toBe(422)
  expect(await answer.text()).toMatch(/id="logotipo-falha".{0,80}não está mais aqui/)
  expect((await app.stored()).logoid).toBe(logoid)
})

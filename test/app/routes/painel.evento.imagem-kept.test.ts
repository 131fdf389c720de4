import { expect, test } from 'vitest'
import { IMAGEM_MS } from '../../../server/domain/evento-gravado.ts'
import { maintain } from '../../../server/use-cases/maintenance.ts'
import { formFieldsIn, readText } from '../../support/html.ts'
import { fieldsIn, HREF } from '../../support/evento-form.ts'
import { file, openImagem } from '../../support/imagem-sent.ts'

test('a moved event says that the drawn invitation returns, stores it so, and takes the same picture sent again', async () => {
  const app = await openImagem()
  const send = async (text: string, typed = {}) =>
    app.follow(await app.send({ retrato: file(text), ...typed }))
  await app.gravar(await send('own'))
  const own = (await app.stored()).imagemid
  const other = await app.send({ contato: 'outra@sociedaderural.example' })
  await app.gravar(await other.text())
  expect((await app.stored()).imagemid).toBe(own)

  const moved = await (await app.send({ local: 'Tatersal' })).text()
  expect(readText(moved)).toContain(
    'A sua imagem diz o de antes: ao gravar volta o convite desenhado , até você enviar outra.',
  )
  expect(readText(moved)).toContain('Imagem uma imagem sua o convite desenhado')
  await app.gravar(moved)
  expect(await app.stored()).toMatchObject({ imagemid: null, evento: { local: 'Tatersal' } })
  await app.gravar(await send('own'))
  expect((await app.stored()).imagemid).toBe(own)
  expect(app.prepared).toEqual(['own'])
  // A move brings another picture along.
  await app.gravar(await send('new', { local: 'Salão' }))
  expect(await app.stored()).toMatchObject({ evento: { local: 'Salão' } })
  expect((await app.stored()).imagemid).not.toBeNull()
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

test('a second tap on Gravar is told that it is stored, though the picture was described otherwise and dropped with a move', async () => {
  const app = await openImagem()
  await app.gravar(await app.follow(await app.send({ retrato: file('own'), alt: 'Festa' })))
  const moved = await (await app.send({ local: 'Tatersal', alt: 'Outra festa' })).text()
  expect(readText(moved)).toContain('A sua imagem diz o de antes')
  expect(fieldsIn(moved)).toMatchObject({ imagem: '' })
  const taps = [await app.gravar(moved), await app.gravar(moved)]
  expect(taps).toEqual(Array(2).fill([303, `${HREF}?feito=gravado`]))
  expect(await app.stored()).toMatchObject({ versao: 3, imagemid: null })
})

test('a picture that was sent for the former event does not return with what somebody else stored of it, and the page says so', async () => {
  const app = await openImagem()
  const sent = await app.send({ retrato: file('own') })
  const conferir = await app.follow(sent)
  await app.gravar(conferir)
  await app.gravar(await (await app.send({ local: 'Tatersal' })).text())
  const tells = 'diz o evento de antes e ficou de fora'
  const again = await app.follow(sent)
  expect(readText(again)).toContain(tells)
  expect(fieldsIn(again)).toMatchObject({ local: 'Tatersal', imagem: '' })
  // Nor is one that was looked at while somebody else moved the event.
  const other = await app.follow(await app.send({ retrato: file('other') }))
  await app.gravar(await (await app.send({ local: 'Salão' })).text())
  const { versao } = await app.stored()
  const late = await app.equipe.post(HREF, { ...fieldsIn(other), avisar: 'nao', ato: 'gravar' })
  const html = await late.text()
  expect([late.status, readText(html)]).toEqual([422, expect.stringContaining(tells)])
  expect(fieldsIn(html)).toMatchObject({ local: 'Salão', imagem: '' })
  expect(await app.stored()).toMatchObject({ versao, imagemid: null })
})

test('a picture that was sent stays chosen where somebody else stored what no invitation tells, or what the form says otherwise', async () => {
  const app = await openImagem()
  const form = await app.equipe.body(HREF)
  const sent = await app.send({ retrato: file('own'), local: 'Tatersal' }, form)
  await app.gravar(await (await app.send({ contato: 'x@rural.example', local: 'Salão' })).text())
  const html = await app.follow(sent)
  expect(readText(html)).not.toContain('ficou de fora')
  const fields = fieldsIn(html)
  expect(fields).toMatchObject({ local: 'Tatersal', contato: 'x@rural.example', convite: 'propria' })
  await app.gravar(await (await app.send({}, html)).text())
  expect(await app.stored()).toMatchObject({ imagemid: fields.imagem, evento: { local: 'Tatersal' } })
})

test('a picture that a move dropped is kept for a day from then on, however long ago it was sent', async () => {
  const app = await openImagem()
  await app.gravar(await app.follow(await app.send({ retrato: file('own') })))
  const { imagemid } = await app.stored()
  app.advance(3 * IMAGEM_MS)
  await app.gravar(await (await app.send({ local: 'Tatersal' })).text())
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

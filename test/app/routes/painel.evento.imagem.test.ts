import { expect, test, vi } from 'vitest'
import { equipeCookie, isOfEquipe } from '../../../app/shared/equipe.server.ts'
import { StorageError } from '../../../server/domain/errors.ts'
import { ORIGINAL_MAX_BYTES } from '../../../server/route-table.ts'
import { openEquipe } from '../../support/equipe.ts'
import { readText } from '../../support/html.ts'
import { fieldsIn, HREF } from '../../support/evento-form.ts'
import { file, openImagem, refreshIn } from '../../support/imagem-sent.ts'

test('own pictures are prepared while the page says so, shown in Conferir and stored with the event as one version', async () => {
  const app = await openImagem()
  const sent = await app.send({ retrato: file('wait'), paisagem: file('wide'), alt: ' Festa  do milho ' })
  expect([sent.status, sent.headers.get('Location')]).toEqual([
    303,
    expect.stringMatching(/^\/painel\/evento\?preparo=/),
  ])
  const waiting = await app.equipe.body(sent.headers.get('Location') ?? '')
  expect(readText(waiting)).toContain('Em preparo')
  expect(refreshIn(waiting)).toMatch(/\?preparo=[0-9a-f-]{36}$/)
  app.letGo()
  const conferir = await app.follow(sent)
  expect(refreshIn(conferir)).toBeNull()
  expect(readText(conferir)).toContain('Muda 1 campo')
  expect(readText(conferir)).toContain('Imagem o convite desenhado uma imagem sua')
  // Inside the page, since another process may be asked for a picture that is not stored.
  const [, picture = ''] =
    /<img src="data:image\/jpeg;base64,([\w+/=]+)" alt="Festa do milho"/.exec(conferir) ?? []
  expect(Buffer.from(picture, 'base64').toString()).toBe('wait')
  expect((await app.stored()).versao).toBe(1)

  expect(await app.gravar(conferir)).toEqual([303, `${HREF}?feito=gravado`])
  const gravado = await app.stored()
  expect([gravado.versao, gravado.imagemid]).toEqual([2, expect.stringMatching(/^[0-9a-f]{32}-[0-9a-f]{8}$/)])
  const landing = await app.browser().body('/')
  const [, stored = ''] = /(\/arte\/[0-9a-f]{16}\/retrato-500x800\.jpg)/.exec(landing) ?? []
  expect(await app.browser().body(stored)).toBe('wait')
  expect(landing).toContain('alt="Festa do milho"')
  // A second tap reads that it is stored.
  expect(await app.gravar(conferir)).toEqual([303, `${HREF}?feito=gravado`])
  expect((await app.stored()).versao).toBe(2)
})

test('what is wrong with a picture, or with what was typed beside it, is said at its field, and all that was typed stays', async () => {
  const app = await openImagem()
  const bad = await app.follow(await app.send({ retrato: file('bad'), titulo: 'Outro título' }))
  expect(readText(bad)).toContain('Imagem: Não dá.')
  expect(fieldsIn(bad)).toMatchObject({ titulo: 'Outro título', convite: 'propria', imagem: '' })
  // The picture is prepared although the date is wrong, so it need not be sent again.
  const typed = { retrato: file('good'), 'inicio-dia': '2027-02-31', titulo: 'Outro título' }
  const wrong = await app.follow(await app.send(typed))
  expect(readText(wrong)).toContain('Corrija antes de conferir')
  const fields = fieldsIn(wrong)
  expect(fields).toMatchObject({ titulo: 'Outro título', 'inicio-dia': '2027-02-31' })
  expect(fields.imagem).toMatch(/^[0-9a-f]{32}-/)
  const right = await (await app.send({ ...fields, 'inicio-dia': '2027-09-16' }, wrong)).text()
  expect(readText(right)).toContain('Confira antes de gravar')
  expect(await app.gravar(right)).toEqual([303, `${HREF}?feito=gravado`])
  expect(await app.stored()).toMatchObject({ imagemid: fields.imagem, evento: { titulo: 'Outro título' } })
  expect(await app.services.preparos.find('no-such-id')).toBeNull()
})

test.each([
  ['a file that is too large', { retrato: file('x'.repeat(ORIGINAL_MAX_BYTES + 1)) }, 'tem mais de 10 MB'],
  ['a landscape alone', { paisagem: file('wide') }, 'Envie também a imagem do convite'],
  ['own pictures without a file', { convite: 'propria' }, 'Escolha a imagem, ou o desenho pronto'],
  [
    'pictures that are not stored any more',
    { convite: 'propria', imagem: `${'a'.repeat(32)}-${'b'.repeat(8)}` },
    'não está mais aqui',
  ],
] as const)('%s is refused in a sentence, and what was typed stays', async (_, typed, says) => {
  const app = await openImagem()
  const answer = await app.send({ ...typed, titulo: 'Outro título' })
  const html = await answer.text()
  expect([answer.status, fieldsIn(html).titulo]).toEqual([422, 'Outro título'])
  expect(readText(html)).toContain(says)
  expect(app.prepared).toEqual([])
})

test('what was typed is not stored again where it was erased while pictures were prepared', async () => {
  const app = await openImagem()
  const sent = await app.send({ retrato: file('wait') })
  const aparelho = expect.stringMatching(/^preparo-/) as string
  expect(app.store.ids('imagens')).toEqual([aparelho])
  await app.services.credenciais.erasePersonalData(app.services.autorOf('cli'))
  expect(app.store.count('imagens')).toBe(0)
  app.letGo()
  expect(readText(await app.follow(sent))).toContain('Como está hoje')
  const [, preparoid = ''] = (sent.headers.get('Location') ?? '').split('=')
  await app.services.tasks.ended(preparoid)
  expect(app.store.ids('imagens')).toEqual([expect.stringMatching(/^[0-9a-f]{32}-/)])
})

test('of three that come in one moment a third is told so, too, and one that cannot be noted leaves its place', async () => {
  const app = await openImagem()
  const html = await app.equipe.body(HREF)
  const { eventos } = app.services
  const putImagem = eventos.putImagem.bind(eventos)
  eventos.putImagem = async () => Promise.reject(new StorageError('away'))
  expect((await app.send({ retrato: file('lost') }, html)).status).toBe(503)
  eventos.putImagem = putImagem
  const sent = ['wait', 'second', 'third'].map((text) => app.send({ retrato: file(text) }, html))
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([303, 303, 422])
  app.letGo()
})

test.each([
  ['a long description', { alt: 'x'.repeat(301) }, 'O que a imagem diz: Encurte'],
  ['a title without an end', { titulo: 'x'.repeat(40_000) }, 'não chegou inteiro ou é grande demais'],
] as const)('%s is refused before pictures are prepared or anything is stored', async (_, typed, says) => {
  const app = await openImagem()
  const answer = await app.send({ retrato: file('own'), ...typed })
  expect([answer.status, readText(await answer.text())]).toEqual([422, expect.stringContaining(says)])
  expect([app.prepared, app.store.count('imagens')]).toEqual([[], 0])
})

test('pictures are read of browsers of the organisation alone, and where nobody can tell', async () => {
  const app = await openImagem()
  const cookieOf = async (aparelhoid: string) =>
    (await equipeCookie(aparelhoid.padEnd(43, '-'), app.services)).split(';')[0] ?? ''
  const [porta, organizacao] = [await openEquipe(app, { papel: 'porta' }), app.equipe]
  const isHeard = async (aparelhoid: string) =>
    isOfEquipe(await cookieOf(aparelhoid), app.services, ['organizacao'])
  expect(await isHeard(organizacao.aparelhoid)).toBe(true)
  expect(await isHeard(porta.aparelhoid)).toBe(false)
  app.services.equipe.findBySegredo = async () => Promise.reject(new StorageError('away'))
  expect(await isHeard(porta.aparelhoid)).toBe(true)
})

test('two pictures that are too large are said at their fields, and what was typed stays', async () => {
  const app = await openImagem()
  const large = file('x'.repeat(1.1 * ORIGINAL_MAX_BYTES))
  const answer = await app.send({ retrato: large, paisagem: large, titulo: 'Outro título' })
  const html = await answer.text()
  expect([answer.status, fieldsIn(html).titulo]).toEqual([422, 'Outro título'])
  for (const field of ['Imagem', 'Imagem para telas largas'])
    expect(readText(html)).toContain(`${field}: Esta imagem tem mais de 10 MB`)
})

test('more than the form takes is refused in a sentence, also where no front has measured it', async () => {
  const app = await openImagem()
  const large = file('x'.repeat(1.6 * ORIGINAL_MAX_BYTES))
  const answer = await app.send({ retrato: large, paisagem: large })
  expect(answer.status).toBe(422)
  expect(readText(await answer.text())).toContain('não chegou inteiro ou é grande demais')
})

test('pictures of a process that ended or failed are asked for again, with all that was typed', async () => {
  const app = await openImagem()
  const lost = await app.send({ retrato: file('wait'), titulo: 'Outro título' })
  app.advance(200_001)
  const html = await app.follow(lost)
  expect(readText(html)).toContain('O preparo da imagem parou antes do fim')
  expect(fieldsIn(html).titulo).toBe('Outro título')
  app.letGo()
  const bug = await app.follow(await app.send({ retrato: file('bug') }))
  expect(readText(bug)).toContain('O preparo da imagem parou antes do fim')
  expect(app.logged()).toContain('a task failed')
  const gone = await app.equipe.get(`${HREF}?preparo=00000000-0000-4000-8000-000000000000`)
  expect(readText(await gone.text())).toContain('Como está hoje')
})

test('one is prepared at a time, a second waits, and a third is told to come again', async () => {
  const app = await openImagem()
  const sent = []
  for (const text of ['wait', 'second', 'third'])
    sent.push(await app.send({ retrato: file(text), alt: 'Festa' }))
  const third = sent[2] ?? new Response()
  const html = await third.text()
  expect([third.status, readText(html)]).toEqual([
    422,
    expect.stringContaining('Imagem: Outra imagem está em preparo agora'),
  ])
  // When a form is refused nothing is stored, and what was typed stays.
  expect([app.store.count('imagens'), fieldsIn(html).alt]).toEqual([2, 'Festa'])
  await vi.waitFor(() => expect(app.prepared).toEqual(['wait']))
  app.letGo()
  expect(readText(await app.follow(sent[1] ?? new Response()))).toContain('Confira antes de gravar')
  expect(app.prepared).toEqual(['wait', 'second'])
})

test('picture and signers are in sight on the first form, and a small picture is taken with a sentence', async () => {
  const app = await openImagem()
  const form = await app.equipe.body(HREF)
  const shown = form.replace(/<details.*?<\/details>/gs, '')
  for (const field of ['retrato', 'assina-1']) expect(shown).toContain(`id="${field}"`)
  const small = await app.follow(await app.send({ retrato: file('own') }))
  expect(readText(small)).toContain(
    'Esta imagem é pequena (500 × 800) e vai sair borrada. Se tiver a original, troque.',
  )
  expect(await app.gravar(small)).toEqual([303, `${HREF}?feito=gravado`])
})

test('a logo takes the place of the ox on the pages, outlives a change of the event, and gives way to the ox again', async () => {
  const app = await openImagem()
  expect(await app.browser().body('/cadastro')).not.toContain('logo-proprio')
  const conferir = await app.follow(await app.send({ logotipo: file('mark', 'marca.svg') }))
  expect(conferir).toMatch(/<img class="logo-proprio" src="data:image\/png;base64,/)
  expect(readText(conferir)).toContain('Logo o boi do desenho pronto o que você enviou')
  expect(await app.gravar(conferir)).toEqual([303, `${HREF}?feito=gravado`])
  const { logoid } = await app.stored()
  expect(logoid).toMatch(/^[0-9a-f]{32}-/)
  const shown =
    /<img class="logo-proprio" src="(\/arte\/[0-9a-f]{16}\/logo-300x100\.png)"[^>]* width="300" height="100"/
  const [, src = ''] = shown.exec(await app.browser().body('/cadastro')) ?? []
  expect(await app.browser().body(src)).toBe('mark')
  const moved = await (await app.send({ local: 'Tatersal' })).text()
  expect(moved).toMatch(/<img class="logo-proprio" src="data:image\/png;base64,/)
  await app.gravar(moved)
  expect(await app.stored()).toMatchObject({ logoid, evento: { local: 'Tatersal' } })
  const back = await (await app.send({ logo: 'boi' })).text()
  expect(/<p class="alto">.{0,80}/.exec(back)?.[0]).toContain('<svg')
  expect(readText(back)).toContain('Logo o seu o boi do desenho pronto')
  await app.gravar(back)
  expect((await app.stored()).logoid).toBeUndefined()
  expect(await app.browser().body('/cadastro')).not.toContain('logo-proprio')
})

test('a logo that cannot be used is said at its field, and a picture sent with one is prepared with it', async () => {
  const app = await openImagem()
  const bad = await app.follow(await app.send({ logotipo: file('bad'), titulo: 'Outro título' }))
  expect(readText(bad)).toContain('Logo: Não dá.')
  expect(fieldsIn(bad).titulo).toBe('Outro título')
  const both = await app.follow(await app.send({ retrato: file('own'), logotipo: file('mark') }))
  await app.gravar(both)
  const { imagemid, logoid } = await app.stored()
  expect([typeof imagemid, typeof logoid]).toEqual(['string', 'string'])
})

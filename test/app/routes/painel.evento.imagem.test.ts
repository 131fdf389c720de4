import { descritoIn } from '../../../server/domain/evento-gravado.ts'
import { expect, test, vi } from 'vitest'
import { equipeCookie, isOfEquipe } from '../../../app/shared/equipe.server.ts'
import { DRAWN } from '../../../server/arte/arte.ts'
import { createArteOf } from '../../../server/arte/kept-arte.ts'
import { IMAGEM_MS } from '../../../server/domain/evento-gravado.ts'
import { StorageError } from '../../../server/domain/errors.ts'
import type { Originais, Preparada } from '../../../server/domain/imagem.ts'
import { ORIGINAL_MAX_BYTES } from '../../../server/route.ts'
import { maintain } from '../../../server/use-cases/maintenance.ts'
import { openEquipe } from '../../support/equipe.ts'
import { formFieldsIn, readText } from '../../support/html.ts'
import { collectLog } from '../../support/log.ts'
import { startApp } from '../../support/remix.ts'

const HREF = '/painel/evento'
const file = (text: string, name = 'foto.png') => new File([text], name, { type: 'image/png' })

/** Makes of a picture a file that says what was sent; one that says `wait` is done when it is let go. */
function aPreparer() {
  const prepared: string[] = []
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  const pictureOf = async ({ retrato, paisagem }: Originais): Promise<Preparada> => {
    const text = Buffer.from(retrato.bytes).toString()
    prepared.push(text)
    if (text === 'wait') await gate
    if (text === 'bad') return { kind: 'recusada', campo: 'retrato', problema: 'Não dá.' }
    if (text === 'bug') throw new Error('bug')
    const names = ['retrato-500x800.jpg', 'previa.jpg', ...(paisagem ? ['paisagem-960x600.jpg'] : [])]
    return { kind: 'feita', arquivos: names.map((nome) => ({ nome, bytes: retrato.bytes })) }
  }
  return { prepared, letGo, pictureOf }
}

async function open(preparer = aPreparer()) {
  const draw = async () => new Map(DRAWN.map((name) => [name, Buffer.from(`<svg id="${name}"/>`)]))
  const app = await startApp(() => ({
    pictureOf: preparer.pictureOf,
    arteOf: createArteOf({ drawn: null }, collectLog().log, draw),
  }))
  const equipe = await openEquipe(app)
  const stored = async () => {
    const gravado = descritoIn(await app.services.eventos.find())
    if (!gravado) throw new Error('no event')
    return gravado
  }
  /** Fills the form in, with files, as a browser sends it. */
  const send = async (typed: Record<string, string | File>, html?: string) => {
    const form = new FormData()
    const page = html ?? (await (await equipe.get(HREF)).text())
    for (const [name, value] of Object.entries({ ...fieldsIn(page), ato: 'conferir', ...typed }))
      form.set(name, value)
    return equipe.upload(HREF, form)
  }
  /** The page that follows an upload, once it loads itself no more. */
  const follow = async (response: Response): Promise<string> => {
    let html = await (await equipe.get(response.headers.get('Location') ?? '')).text()
    for (let next = refreshIn(html); next !== null; next = refreshIn(html))
      html = await (await equipe.get(next)).text()
    return html
  }
  const gravar = async (html: string, more: Record<string, string> = {}) => {
    const { status, headers } = await equipe.post(HREF, {
      ...fieldsIn(html),
      ...{ avisar: 'nao', ato: 'gravar', ...more },
    })
    return [status, headers.get('Location')]
  }
  return { ...app, ...preparer, equipe, stored, send, follow, gravar }
}

function refreshIn(html: string): string | null {
  const [, next] = /http-equiv="refresh" content="0; url=([^"]*)"/i.exec(html) ?? []
  return next === undefined ? null : HREF + next
}

const fieldsIn = (html: string) => formFieldsIn(html, '(?:descricao|com-vistas conferir)')

test('own pictures are prepared while the page says so, shown in CONFERIR and stored with the event as one version', async () => {
  const app = await open()
  const sent = await app.send({ retrato: file('wait'), paisagem: file('wide'), alt: ' Festa  do milho ' })
  expect([sent.status, sent.headers.get('Location')]).toEqual([
    303,
    expect.stringMatching(/^\/painel\/evento\?preparo=/),
  ])
  const waiting = await (await app.equipe.get(sent.headers.get('Location') ?? '')).text()
  expect(readText(waiting)).toContain('Em preparo')
  expect(refreshIn(waiting)).toMatch(/\?preparo=[0-9a-f-]{36}$/)
  app.letGo()
  const conferir = await app.follow(sent)
  expect(refreshIn(conferir)).toBeNull()
  expect(readText(conferir)).toContain('Muda 1 campo')
  expect(readText(conferir)).toContain('Imagem o convite desenhado uma imagem sua')
  // Within the page: another process may be asked for what is not stored.
  const [, picture = ''] =
    /<img src="data:image\/jpeg;base64,([\w+/=]+)" alt="Festa do milho"/.exec(conferir) ?? []
  expect(Buffer.from(picture, 'base64').toString()).toBe('wait')
  expect((await app.stored()).versao).toBe(1)

  expect(await app.gravar(conferir)).toEqual([303, `${HREF}?feito=gravado`])
  const gravado = await app.stored()
  expect([gravado.versao, gravado.imagemid]).toEqual([2, expect.stringMatching(/^[0-9a-f]{32}-[0-9a-f]{8}$/)])
  const landing = await (await app.browser().get('/')).text()
  const [, stored = ''] = /(\/arte\/[0-9a-f]{16}\/retrato-500x800\.jpg)/.exec(landing) ?? []
  expect(await (await app.browser().get(stored)).text()).toBe('wait')
  expect(landing).toContain('alt="Festa do milho"')
  // A second tap is told that it is stored.
  expect(await app.gravar(conferir)).toEqual([303, `${HREF}?feito=gravado`])
  expect((await app.stored()).versao).toBe(2)
})

test('what is wrong with a picture, or with what was typed beside it, is said at its field, and all that was typed stays', async () => {
  const app = await open()
  const bad = await app.follow(await app.send({ retrato: file('bad'), titulo: 'Outro título' }))
  expect(readText(bad)).toContain('Imagem em pé: Não dá.')
  expect(fieldsIn(bad)).toMatchObject({ titulo: 'Outro título', convite: 'propria', imagem: '' })
  // The picture is prepared, though the date is wrong: it need not be sent again.
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

for (const [what, typed, says] of [
  ['a file that is too large', { retrato: file('x'.repeat(ORIGINAL_MAX_BYTES + 1)) }, 'tem mais de 10 MB'],
  ['a landscape alone', { paisagem: file('wide') }, 'Envie também a imagem em pé'],
  ['own pictures without a file', { convite: 'propria' }, 'Escolha a imagem em pé, ou o convite desenhado'],
  [
    'pictures that are not stored any more',
    { convite: 'propria', imagem: `${'a'.repeat(32)}-${'b'.repeat(8)}` },
    'não está mais aqui',
  ],
] as const) {
  test(`${what} is refused in a sentence, and what was typed stays`, async () => {
    const app = await open()
    const answer = await app.send({ ...typed, titulo: 'Outro título' })
    const html = await answer.text()
    expect([answer.status, fieldsIn(html).titulo]).toEqual([422, 'Outro título'])
    expect(readText(html)).toContain(says)
    expect(app.prepared).toEqual([])
  })
}

test('what was typed is not stored again where it was erased while pictures were prepared', async () => {
  const app = await open()
  const sent = await app.send({ retrato: file('wait') })
  const aparelho = expect.stringMatching(/^preparo-/) as string
  expect([...app.store.imagens.keys()]).toEqual([aparelho])
  await app.services.credenciais.erasePersonalData(app.services.autorOf('cli'))
  expect(app.store.imagens.size).toBe(0)
  app.letGo()
  expect(readText(await app.follow(sent))).toContain('Como está hoje')
  const [, preparoid = ''] = (sent.headers.get('Location') ?? '').split('=')
  await app.services.tasks.ended(preparoid)
  expect([...app.store.imagens.keys()]).toEqual([expect.stringMatching(/^[0-9a-f]{32}-/)])
})

test('of three that come in one moment a third is told so, too, and one that cannot be noted leaves its place', async () => {
  const app = await open()
  const html = await (await app.equipe.get(HREF)).text()
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

for (const [what, typed, says] of [
  ['a long description', { alt: 'x'.repeat(301) }, 'O que a imagem diz: Encurte'],
  ['a title without an end', { titulo: 'x'.repeat(40_000) }, 'não chegou inteiro ou é grande demais'],
] as const) {
  test(`${what} is refused before pictures are prepared or anything is stored`, async () => {
    const app = await open()
    const answer = await app.send({ retrato: file('own'), ...typed })
    expect([answer.status, readText(await answer.text())]).toEqual([422, expect.stringContaining(says)])
    expect([app.prepared, app.store.imagens.size]).toEqual([[], 0])
  })
}

test('pictures are read of browsers of the organisation alone, and where nobody can tell', async () => {
  const app = await open()
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
  const app = await open()
  const large = file('x'.repeat(1.1 * ORIGINAL_MAX_BYTES))
  const answer = await app.send({ retrato: large, paisagem: large, titulo: 'Outro título' })
  const html = await answer.text()
  expect([answer.status, fieldsIn(html).titulo]).toEqual([422, 'Outro título'])
  for (const field of ['Imagem em pé', 'Imagem deitada'])
    expect(readText(html)).toContain(`${field}: Esta imagem tem mais de 10 MB`)
})

test('more than the form takes is refused in a sentence, also where no front has measured it', async () => {
  const app = await open()
  const large = file('x'.repeat(1.6 * ORIGINAL_MAX_BYTES))
  const answer = await app.send({ retrato: large, paisagem: large })
  expect(answer.status).toBe(422)
  expect(readText(await answer.text())).toContain('não chegou inteiro ou é grande demais')
})

test('a moved event says that the drawn invitation returns, stores it so, and takes the same picture sent again', async () => {
  const app = await open()
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
  // Another picture goes along with a move.
  await app.gravar(await send('new', { local: 'Salão' }))
  expect(await app.stored()).toMatchObject({ evento: { local: 'Salão' } })
  expect((await app.stored()).imagemid).not.toBeNull()
})

test('the drawn invitation is chosen in the form, and own pictures are described otherwise without sending them again', async () => {
  const app = await open()
  await app.gravar(await app.follow(await app.send({ retrato: file('own'), alt: 'Festa' })))
  const first = await app.stored()
  const renamed = await (await app.send({ alt: 'Festa do milho' })).text()
  expect(renamed).toContain('alt="Festa do milho"')
  expect(readText(renamed)).toContain('Muda 1 campo')
  expect(readText(renamed)).toContain('O que a imagem diz Festa Festa do milho')
  // What is only looked at is not stored once more, however often.
  expect([...app.store.imagens.keys()].filter((id) => !id.startsWith('preparo-'))).toEqual([first.imagemid])
  await app.gravar(renamed)
  const bare = await (await app.send({ alt: '' })).text()
  expect(readText(bare)).toContain('O que a imagem diz Festa do milho os dados do evento')
  const second = await app.stored()
  expect(second.imagemid?.slice(0, 32)).toBe(first.imagemid?.slice(0, 32))
  expect(second.imagemid).not.toBe(first.imagemid)
  const page = await (await app.equipe.get(HREF)).text()
  expect(readText(page)).toContain('Voltar ao convite desenhado')
  expect(fieldsIn(page)).toMatchObject({ convite: 'propria', alt: 'Festa do milho' })
  const drawn = await (await app.send({ convite: 'desenhado' })).text()
  expect(readText(drawn)).toContain('Imagem uma imagem sua o convite desenhado')
  await app.gravar(drawn)
  expect((await app.stored()).imagemid).toBeNull()
  expect(app.prepared).toEqual(['own'])
})

test('one who began before somebody else changed the picture takes theirs over, and is told', async () => {
  const app = await open()
  const page = await (await app.equipe.get(HREF)).text()
  await app.gravar(await app.follow(await app.send({ retrato: file('own'), alt: 'Festa' })))
  const html = await (await app.send({ titulo: 'Outro' }, page)).text()
  expect(readText(html)).toContain('Imagem mudou para “uma imagem sua”. Já está no campo.')
  expect(fieldsIn(html)).toMatchObject({ titulo: 'Outro', convite: 'propria', alt: 'Festa' })
})

test('another description that was typed stays in its field, whatever somebody else stored meanwhile', async () => {
  const app = await open()
  await app.gravar(await app.follow(await app.send({ retrato: file('own'), alt: 'Festa' })))
  const page = await (await app.equipe.get(HREF)).text()
  const late = async () => (await app.send({ alt: 'Festa do milho' }, page)).text()
  await app.gravar(await (await app.send({ contato: 'x@rural.example' })).text())
  expect(fieldsIn(await late())).toMatchObject({ alt: 'Festa do milho', contato: 'x@rural.example' })
  await app.gravar(await (await app.send({ alt: 'Baile' })).text())
  const html = await late()
  expect(fieldsIn(html)).toMatchObject({ alt: 'Festa do milho', convite: 'propria' })
  expect(readText(html)).toContain('Imagem mudou para “uma imagem sua”. Você escreveu outra coisa')
})

test('a second tap on GRAVAR is told that it is stored, though the picture was described otherwise and dropped with a move', async () => {
  const app = await open()
  await app.gravar(await app.follow(await app.send({ retrato: file('own'), alt: 'Festa' })))
  const moved = await (await app.send({ local: 'Tatersal', alt: 'Outra festa' })).text()
  expect(readText(moved)).toContain('A sua imagem diz o de antes')
  expect(fieldsIn(moved)).toMatchObject({ imagem: '' })
  const taps = [await app.gravar(moved), await app.gravar(moved)]
  expect(taps).toEqual(Array(2).fill([303, `${HREF}?feito=gravado`]))
  expect(await app.stored()).toMatchObject({ versao: 3, imagemid: null })
})

test('a picture that was sent for the former event does not return with what somebody else stored of it, and the page says so', async () => {
  const app = await open()
  const sent = await app.send({ retrato: file('own') })
  const conferir = await app.follow(sent)
  await app.gravar(conferir)
  await app.gravar(await (await app.send({ local: 'Tatersal' })).text())
  const tells = 'diz o evento de antes e ficou de fora'
  const again = await app.follow(sent)
  expect(readText(again)).toContain(tells)
  expect(fieldsIn(again)).toMatchObject({ local: 'Tatersal', convite: 'desenhado', imagem: '' })
  // Neither does one that was looked at while somebody else moved the event.
  const other = await app.follow(await app.send({ retrato: file('other') }))
  await app.gravar(await (await app.send({ local: 'Salão' })).text())
  const { versao } = await app.stored()
  const late = await app.equipe.post(HREF, { ...fieldsIn(other), avisar: 'nao', ato: 'gravar' })
  const html = await late.text()
  expect([late.status, readText(html)]).toEqual([422, expect.stringContaining(tells)])
  expect(fieldsIn(html)).toMatchObject({ local: 'Salão', convite: 'desenhado', imagem: '' })
  expect(await app.stored()).toMatchObject({ versao, imagemid: null })
})

test('a picture that was sent stays chosen where somebody else stored what no invitation tells, or what the form says otherwise', async () => {
  const app = await open()
  const form = await (await app.equipe.get(HREF)).text()
  const sent = await app.send({ retrato: file('own'), local: 'Tatersal' }, form)
  await app.gravar(await (await app.send({ contato: 'x@rural.example', local: 'Salão' })).text())
  const html = await app.follow(sent)
  expect(readText(html)).not.toContain('ficou de fora')
  const fields = fieldsIn(html)
  expect(fields).toMatchObject({ local: 'Tatersal', contato: 'x@rural.example', convite: 'propria' })
  await app.gravar(await (await app.send({}, html)).text())
  expect(await app.stored()).toMatchObject({ imagemid: fields.imagem, evento: { local: 'Tatersal' } })
})

test('pictures of a process that ended or failed are asked for again, with all that was typed', async () => {
  const app = await open()
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
  const app = await open()
  const sent = []
  for (const text of ['wait', 'second', 'third'])
    sent.push(await app.send({ retrato: file(text), alt: 'Festa' }))
  const third = sent[2] ?? new Response()
  const html = await third.text()
  expect([third.status, readText(html)]).toEqual([
    422,
    expect.stringContaining('Imagem em pé: Outra imagem está em preparo agora'),
  ])
  // Of what is refused nothing is stored, and what was typed stays.
  expect([app.store.imagens.size, fieldsIn(html).alt]).toEqual([2, 'Festa'])
  await vi.waitFor(() => expect(app.prepared).toEqual(['wait']))
  app.letGo()
  expect(readText(await app.follow(sent[1] ?? new Response()))).toContain('Confira antes de gravar')
  expect(app.prepared).toEqual(['wait', 'second'])
})

test('a picture that a move dropped is kept for a day from then on, however long ago it was sent', async () => {
  const app = await open()
  await app.gravar(await app.follow(await app.send({ retrato: file('own') })))
  const { imagemid } = await app.stored()
  app.advance(3 * IMAGEM_MS)
  await app.gravar(await (await app.send({ local: 'Tatersal' })).text())
  app.advance(IMAGEM_MS - 1)
  await maintain(app.services)
  expect([...app.store.imagens.keys()]).toEqual([imagemid])
  app.advance(2)
  await maintain(app.services)
  expect(app.store.imagens.size).toBe(0)
})

test('pictures that were sent and not stored are erased after a day, and GRAVAR asks for them again', async () => {
  const app = await open()
  const conferir = await app.follow(await app.send({ retrato: file('own') }))
  app.advance(IMAGEM_MS - 1)
  await maintain(app.services)
  expect(app.store.imagens.size).toBe(2)
  app.advance(2)
  await maintain(app.services)
  expect(app.store.imagens.size).toBe(0)
  const fields = formFieldsIn(conferir, 'com-vistas conferir')
  const answer = await app.equipe.post(HREF, { ...fields, avisar: 'nao', ato: 'gravar' })
  expect(answer.status).toBe(422)
  expect(readText(await answer.text())).toContain('não está mais aqui')
  expect((await app.stored()).versao).toBe(1)
})

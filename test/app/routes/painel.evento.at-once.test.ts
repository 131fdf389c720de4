import { expect, test } from 'vitest'
import { DRAWN, type ArteOf } from '../../../server/arte/arte.ts'
import { createArteOf } from '../../../server/arte/kept-arte.ts'
import { sketch } from '../../support/arte.ts'
import { openPainel, putConvidado } from '../../support/convidados-painel.ts'
import { openEquipe } from '../../support/equipe.ts'
import {
  conferir,
  fieldsIn,
  formOf,
  gravar,
  HREF,
  MOVED,
  storedIn,
  where,
} from '../../support/evento-form.ts'
import { readText } from '../../support/html.ts'
import { collectLog } from '../../support/log.ts'
import { startApp } from '../../support/remix.ts'

test('of too many previews at once some come without pictures and say so, with all that was typed; what is stored waits for one alone', async () => {
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  const drawings: string[] = []
  const asked: string[] = []
  const arteOf = createArteOf(null, collectLog().log, async ({ titulo }) => {
    drawings.push(titulo)
    if (titulo.startsWith('Vista')) await gate
    return new Map(DRAWN.map((name) => [name, Buffer.from(`<svg id="${titulo}"/>`)]))
  })
  const noted: ArteOf = (evento, ...rest) => {
    asked.push(evento.titulo)
    return arteOf(evento, ...rest)
  }
  const app = await startApp(() => ({ arteOf: noted }))
  const equipe = await openEquipe(app)
  const fields = await formOf(equipe)
  const answered: string[] = []
  const looks = ['1', '2', '3', '4', '5', '6', '7'].map(async (n) => {
    const response = await equipe.post(HREF, { ...fields, titulo: `Vista ${n}`, ato: 'conferir' })
    answered.push(await response.text())
  })
  await expect.poll(() => answered.length).toBe(3)
  for (const html of answered) {
    expect(readText(html)).toContain('as figuras não puderam ser desenhadas agora')
    expect(fieldsIn(html).titulo).toMatch(/^Vista \d$/)
    expect(html).not.toContain('src="data:')
  }
  const stored = equipe.post(HREF, { ...fields, titulo: 'Gravado', avisar: 'nao', ato: 'gravar' })
  await expect.poll(() => asked).toContain('Gravado')
  letGo()
  expect(where(await stored)).toEqual([303, `${HREF}?feito=gravado`])
  await Promise.all(looks)
  expect(drawings.map((titulo) => titulo.replace(/\d/, ''))).toEqual([
    ...['A terra, o tempo e o trabalho', 'Vista ', 'Gravado', 'Vista ', 'Vista ', 'Vista '],
  ])
  for (const html of answered.slice(3)) expect(html).toContain('src="data:')
})

test('a Gravar that was overtaken draws nothing: no stored event is pushed out by what is not stored', async () => {
  const titles: string[] = []
  const arteOf: ArteOf = async ({ titulo }, _, use) => {
    if (!use?.isPreview) titles.push(titulo)
    return sketch()
  }
  const app = await startApp(() => ({ arteOf }))
  const equipe = await openEquipe(app)
  const { fields } = await conferir(equipe, { titulo: 'Tarde demais' })
  await gravar(await openEquipe(app), { titulo: 'A tempo' }, { avisar: 'nao' })
  expect((await equipe.post(HREF, { ...fields, avisar: 'nao', ato: 'gravar' })).status).toBe(422)
  expect(titles).toContain('A tempo')
  expect(titles).not.toContain('Tarde demais')
})

test('a second tap on Gravar is told as stored and stores nothing', async () => {
  const app = await openPainel()
  const { fields } = await conferir(app.equipe, MOVED)
  for (let tap = 0; tap < 2; tap++)
    expect(where(await app.equipe.post(HREF, { ...fields, ato: 'gravar' }))).toEqual([
      303,
      `${HREF}?feito=avisar`,
    ])
  expect((await storedIn(app)).versao).toBe(2)
  expect(app.store.count('historico')).toBe(1)
  // The same form with another answer is not a second tap.
  const other = await app.equipe.post(HREF, { ...fields, avisar: 'nao', ato: 'gravar' })
  expect(other.status).toBe(422)
})

test('who was overtaken by another organiser is told what, field by field, and keeps what they typed', async () => {
  const app = await openPainel()
  const otavio = await openEquipe(app, { nome: 'Otávio Leme' })
  const { fields } = await conferir(app.equipe, { ...MOVED, contato: '65 99812-3187' })
  await gravar(otavio, { local: 'Tatersal do Parque', contato: 'otavio@rural.example' })
  const answer = await app.equipe.post(HREF, { ...fields, ato: 'gravar' })
  const html = await answer.text()
  expect(answer.status).toBe(422)
  expect(readText(html)).toContain('Otávio Leme gravou outra coisa')
  expect(readText(html)).toContain('Local mudou para “Tatersal do Parque”. Já está no campo.')
  expect(readText(html)).toContain(
    'WhatsApp para dúvidas mudou para “otavio@rural.example”. Você escreveu outra coisa',
  )
  expect(fieldsIn(html)).toMatchObject({
    versao: '2',
    'inicio-dia': '2027-09-23',
    contato: '65 99812-3187',
    local: 'Tatersal do Parque',
    'era-local': 'Tatersal do Parque',
  })
  expect((await storedIn(app)).evento.inicio).toBe('2027-09-16T19:30:00-03:00')
  // Once looked at again, both changes are stored.
  const again = await app.equipe.post(HREF, { ...fieldsIn(html), ato: 'conferir' })
  const last = await app.equipe.post(HREF, { ...fieldsIn(await again.text()), ato: 'gravar' })
  expect(last.status).toBe(303)
  expect((await storedIn(app)).evento).toMatchObject({
    inicio: '2027-09-23T19:30:00-03:00',
    local: 'Tatersal do Parque',
    contato: '65 99812-3187',
  })
})

test('Conferir of a form that was overtaken says it too', async () => {
  const app = await openPainel()
  const otavio = await openEquipe(app, { nome: 'Otávio Leme' })
  const form = await formOf(app.equipe)
  await gravar(otavio, { local: 'Tatersal do Parque' })
  const answer = await app.equipe.post(HREF, { ...form, titulo: 'Outro', ato: 'conferir' })
  expect(answer.status).toBe(422)
  expect(readText(await answer.text())).toContain('Local mudou para “Tatersal do Parque”')
})

test('the event is cancelled by one tick after what follows was read, and taken back by the same page', async () => {
  const app = await openPainel()
  await putConvidado(app, 'ANA LIMA')
  const ver = await app.equipe.post(HREF, { versao: '1', ato: 'ver-cancelar' })
  const html = await ver.text()
  expect(readText(html)).toContain('1 confirmado precisa ser avisado')
  expect(readText(html)).toContain('As inscrições fecham imediatamente')
  expect(readText(html)).toContain('abre a credencial e toca em Tirar da agenda .')
  const fields = fieldsIn(html)
  const unticked = await app.equipe.post(HREF, { ...fields, ato: 'cancelar' })
  expect(unticked.status).toBe(422)
  expect(readText(await unticked.text())).toContain('Marque que é isto mesmo.')
  for (let tap = 0; tap < 2; tap++) {
    const answer = await app.equipe.post(HREF, { ...fields, sei: 'sim', ato: 'cancelar' })
    expect(where(answer)).toEqual([303, `${HREF}?feito=cancelado`])
  }
  const cancelled = await storedIn(app)
  expect([cancelled.versao, cancelled.canceladoem !== null, cancelled.mudancas.length]).toEqual([2, true, 1])
  expect(await app.equipe.text(`${HREF}?feito=cancelado`)).toContain('está cancelado')
  expect(await app.equipe.text(HREF)).toContain('o evento foi cancelado hoje')
  // A word is corrected: the event stays cancelled.
  await gravar(app.equipe, { titulo: 'Outro' })
  expect((await storedIn(app)).canceladoem).toBe(cancelled.canceladoem)

  const back = fieldsIn(await (await app.equipe.post(HREF, { versao: '3', ato: 'ver-retomar' })).text())
  expect(where(await app.equipe.post(HREF, { ...back, ato: 'retomar' }))).toEqual([
    303,
    `${HREF}?feito=retomado`,
  ])
  expect((await storedIn(app)).canceladoem).toBeNull()
  expect(app.store.all('historico').map(({ ato }) => ato)).toEqual([
    ...['cancelou-evento', 'corrigiu-evento', 'retomou-evento'],
  ])
})

test('one cancels while another moves: the second is told, and nothing is merged', async () => {
  const app = await openPainel()
  const otavio = await openEquipe(app, { nome: 'Otávio Leme' })
  const cancel = fieldsIn(await (await app.equipe.post(HREF, { versao: '1', ato: 'ver-cancelar' })).text())
  const moved = (await conferir(otavio, MOVED)).fields
  expect((await otavio.post(HREF, { ...moved, ato: 'gravar' })).status).toBe(303)
  const late = await app.equipe.post(HREF, { ...cancel, sei: 'sim', ato: 'cancelar' })
  expect(late.status).toBe(422)
  expect(readText(await late.text())).toContain(
    'Começa mudou para “quinta-feira, 23 de setembro de 2027, 19h30”',
  )
  expect((await storedIn(app)).canceladoem).toBeNull()
})

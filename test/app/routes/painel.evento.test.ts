import { expect, test } from 'vitest'
import { descricaoOf } from '../../../server/domain/descricao.ts'
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
import { startApp } from '../../support/remix.ts'

const DAY_MS = 86_400_000

test('the form has the stored event, its weekdays and its pieces as they are today', async () => {
  const { equipe } = await openPainel()
  const html = await equipe.body(HREF)
  expect(fieldsIn(html)).toMatchObject({
    versao: '1',
    anfitriao: 'Sociedade Rural do Vale Dourado',
    titulo: 'A terra, o tempo e o trabalho',
    'inicio-dia': '2027-09-16',
    'inicio-hora': '19:30',
    'fim-dia': '2027-09-16',
    'fim-hora': '22:00',
    local: 'Auditório do Parque de Exposições',
    ate: 'fim',
    dias: '30',
    nomes: 'sim',
  })
  const text = readText(html)
  expect(text).toContain('16 de setembro de 2027 é uma quinta-feira.')
  expect(text).toContain('Quinta-feira, 2 horas e meia depois.')
  expect(text).toContain('Com 30, será em 16 de outubro de 2027, um sábado.')
  expect(text).toContain('Como está hoje')
  expect(html).toContain('aria-current="page">Evento<')
  expect(html).toMatch(/<img src="\/arte\/\w+\/convite-retrato\.svg" alt="[^"]*16 de setembro/)
})

test('Conferir says what changes and what follows in numbers and dates, and stores nothing', async () => {
  const app = await openPainel()
  for (const nome of ['ANA LIMA', 'RUI LIMA']) await putConvidado(app, nome)
  await openEquipe(app, { papel: 'porta' })
  const { status, text, html, fields } = await conferir(app.equipe, MOVED)
  expect(status).toBe(200)
  expect(text).toContain('Mudam 2 campos')
  expect(text).toContain(
    'Começa quinta-feira, 16 de setembro de 2027, 19h30 quinta-feira, 23 de setembro de 2027, 19h30',
  )
  expect(text).toContain('A data muda de 16 para 23 de setembro: 2 confirmados precisam ser avisados')
  expect(text).toContain('As inscrições fecham em 23 de setembro, 22h , e não mais em 16 de setembro, 22h')
  expect(text).toContain('apagados em 23 de outubro de 2027, um sábado , e não mais em 16 de outubro de 2027')
  expect(text).toContain('1 celular da porta recebe a mudança')
  expect(text).toContain('Quem guardou na agenda abre a credencial e toca em Mudar na minha agenda .')
  expect(text).toContain('Se mudou dia, hora ou lugar, também uma fita MUDOU')
  expect(text).toContain('Listas já impressas ficam como estão')
  expect(text).toContain('Não vou poder ir')
  expect(html).toMatch(/name="avisar" checked="" value="sim"|name="avisar" value="sim" checked=""/)
  expect(fields).toMatchObject({ versao: '1', 'inicio-dia': '2027-09-23', 'era-inicio-dia': '2027-09-16' })
  expect(html).toMatch(/<img src="data:image\/svg[^"]*" alt="[^"]*23 de setembro/)
  expect((await storedIn(app)).versao).toBe(1)
})

test('where what it will be cannot be drawn, words stand alone', async () => {
  let drawings = 0
  const arteOf = async () => {
    if (drawings++ > 0) throw new Error('the process that draws ended')
    return sketch()
  }
  const app = await startApp(() => ({ arteOf }))
  const { status, html, text } = await conferir(await openEquipe(app), MOVED)
  expect(status).toBe(200)
  expect(html).not.toContain('src="data:')
  expect(text).toContain('“A terra, o tempo e o trabalho” Quinta-feira, 23 de setembro de 2027, 19h30')
})

test('hour and venue preset that guests must know, a corrected word does not', async () => {
  const { equipe } = await openPainel()
  for (const [typed, avisar] of [
    [{ 'inicio-hora': '20:00' }, 'sim'],
    [{ local: 'Tatersal do Parque' }, 'sim'],
    [{ titulo: 'A terra, o tempo e os trabalhos' }, 'nao'],
    [{ contato: 'outra@sociedaderural.example' }, 'nao'],
  ] as const)
    expect((await conferir(equipe, typed)).fields).toMatchObject({ avisar })
})

test('another year is told with every date, and a date that is past is said', async () => {
  const { equipe } = await openPainel()
  const later = await conferir(equipe, { 'inicio-dia': '2028-09-14', 'fim-dia': '2028-09-14' })
  expect(later.text).toContain(
    'As inscrições fecham em 14 de setembro de 2028, 22h , e não mais em 16 de setembro de 2027, 22h',
  )
  const past = await conferir(equipe, {
    'inicio-dia': '2026-09-16',
    ate: 'data',
    'ate-dia': '2027-08-31',
    'ate-hora': '12:00',
  })
  expect(past.text).toContain('o começo já passou')
  expect(past.text).toContain(
    'o evento dura mais de um dia . Confira o fim: 16 de setembro de 2027, uma quinta-feira.',
  )
  expect(later.text).not.toContain('mais de um dia')
  expect(past.text).toContain('As inscrições fecham ao gravar')
  const over = await conferir(equipe, { 'inicio-dia': '2026-09-16', 'fim-dia': '2026-09-16' })
  expect([over.status, over.text]).toEqual([
    422,
    expect.stringContaining('Este dia já passou: confira o dia e o ano.'),
  ])
})

test('Voltar a mudar brings the form back with what was typed', async () => {
  const { equipe } = await openPainel()
  const { fields } = await conferir(equipe, { ...MOVED, nomes: 'nao' })
  const html = await (await equipe.post(HREF, { ...fields, ato: 'mudar' })).text()
  expect(fieldsIn(html)).toMatchObject({ 'inicio-dia': '2027-09-23', 'era-inicio-dia': '2027-09-16' })
  expect(fieldsIn(html)).not.toHaveProperty('nomes')
  expect(readText(html)).toContain('23 de setembro de 2027 é uma quinta-feira.')
})

test('Gravar stores it once, with who did it, and leads to the sending desk', async () => {
  const app = await openPainel()
  await putConvidado(app, 'ANA LIMA')
  app.advance(60_000)
  const answer = await gravar(app.equipe, MOVED)
  expect(where(answer)).toEqual([303, `${HREF}?feito=avisar`])
  const { versao, evento, mudancas } = await storedIn(app)
  expect([versao, evento.inicio, mudancas.length]).toEqual([2, '2027-09-23T19:30:00-03:00', 1])
  expect(app.store.all('historico')).toMatchObject([{ ato: 'mudou-evento', quem: app.equipe.aparelhoid }])
  const html = await app.equipe.body(`${HREF}?feito=avisar`)
  expect(readText(html)).toContain('Avise quem precisa saber')
  expect(readText(html)).toContain('Por avisar 1 de 1 pessoa · ninguém avisado ainda')
  expect(html).toContain('href="/painel/envios?fila=mudanca"')
  expect(await app.browser().body('/')).toContain('23 de setembro')
})

test('a corrected word is stored without telling anybody', async () => {
  const app = await openPainel()
  const answer = await gravar(app.equipe, { titulo: 'A terra e o tempo' }, { avisar: 'nao' })
  expect(where(answer)).toEqual([303, `${HREF}?feito=gravado`])
  expect((await storedIn(app)).mudancas).toEqual([])
})

test('an event that is put back without a word leads to who was told of the move, and to nobody else', async () => {
  const app = await openPainel()
  const [ana] = [await putConvidado(app, 'ANA LIMA'), await putConvidado(app, 'RUI LIMA')]
  app.advance(60_000)
  await gravar(app.equipe, MOVED)
  const row = { tipo: 'mudanca', para: ana, versao: 0, numero: '' } as const
  await app.services.envios.tell(row, 'enviado', app.services.autorOf(app.equipe.aparelhoid))
  app.advance(60_000)
  const back = { 'inicio-dia': '2027-09-16', 'fim-dia': '2027-09-16' }
  expect((await conferir(app.equipe, back)).text).toContain(
    'quem foi avisado da mudança entra na fila de novo',
  )
  const { fields } = await conferir(app.equipe, back)
  const tap = () => app.equipe.post(HREF, { ...fields, avisar: 'nao', ato: 'gravar' })
  expect(where(await tap())).toEqual([303, `${HREF}?feito=avisar`])
  expect((await tap()).status).toBe(303)
  expect((await storedIn(app)).versao).toBe(3)
  const text = await app.equipe.text(`${HREF}?feito=avisar`)
  expect(text).toContain('Por avisar 1 de 1 pessoa')
  expect(await app.browser().text('/')).not.toContain('MUDOU')
})

test('Gravar without an answer to the question asks again', async () => {
  const app = await openPainel()
  const { fields } = await conferir(app.equipe, MOVED)
  delete fields.avisar
  const answer = await app.equipe.post(HREF, { ...fields, ato: 'gravar' })
  expect(answer.status).toBe(422)
  expect(readText(await answer.text())).toContain('Responda: os convidados precisam saber?')
  expect((await storedIn(app)).versao).toBe(1)
})

test('what is wrong is said at its field with 422, and what was typed stays', async () => {
  const app = await openPainel()
  for (const [typed, said] of [
    [{ 'fim-hora': '00:30' }, 'Termina: O fim vem antes do começo. Se passa da meia-noite'],
    [{ titulo: '' }, 'Título: Escreva o título.'],
    [{ 'inicio-dia': '31/02/2027' }, 'Começa: Esta data não existe'],
    [{ ate: 'data', 'ate-dia': '2028-01-01', 'ate-hora': '10:00' }, 'Inscrições: As inscrições fecham'],
    [{ local: 'L'.repeat(101) }, 'Local: São mais de 100 letras.'],
    [{ ocasiao: 'Festa 🎉' }, 'Ocasião: O convite não consegue mostrar isto'],
  ] as const) {
    const { status, text, html, fields } = await conferir(app.equipe, { cidade: 'Outra "cidade"', ...typed })
    expect(status, said).toBe(422)
    expect(text).toContain(said)
    expect(fields).toMatchObject({ cidade: 'Outra "cidade"', ...typed })
    expect(html).toContain('aria-invalid="true"')
    expect(html).toContain('<title>Erro: Evento · Painel</title>')
  }
  expect((await storedIn(app)).versao).toBe(1)
})

test('nothing that differs is nothing to look at', async () => {
  const { equipe } = await openPainel()
  const { status, text, html } = await conferir(equipe, {})
  expect([status, text.includes('nada está diferente')]).toEqual([200, true])
  expect(html).not.toContain('>Gravar<')
})

test('once guests are stored the days until the erasure only shrink; once it has ended the dates stay', async () => {
  const app = await openPainel()
  expect((await conferir(app.equipe, { dias: '40' })).status).toBe(200)
  await putConvidado(app, 'ANA LIMA')
  expect((await conferir(app.equipe, { dias: '40' })).text).toContain(
    'Apagar os dados: Os convidados foram avisados',
  )
  expect((await conferir(app.equipe, { dias: '20' })).status).toBe(200)
  app.advance(16 * DAY_MS)
  const ended = await conferir(app.equipe, MOVED)
  expect([ended.status, ended.text.includes('O evento já terminou')]).toEqual([422, true])
  expect((await conferir(app.equipe, { titulo: 'Outro' })).status).toBe(200)
  expect(await app.equipe.body(HREF)).not.toContain('Cancelar o evento')
})

test('the days until the erasure never become so few that the board would be closed at once', async () => {
  const app = await openPainel()
  await gravar(app.equipe, { dias: '90' }, { avisar: 'nao' })
  app.advance((15 + 60) * DAY_MS)
  const few = await conferir(app.equipe, { dias: '20' })
  expect([few.status, few.text]).toEqual([422, expect.stringContaining('Assim o painel já estaria fechado')])
  expect((await conferir(app.equipe, { dias: '40' })).status).toBe(200)
})

test('who signs certificates and their workload are looked at as any change; once it has ended the workload stays', async () => {
  const app = await openPainel()
  const signed = { 'assina-1': 'Helena Vilela', 'cargo-1': 'diretora', carga: '2h' }
  const { text } = await conferir(app.equipe, signed)
  for (const told of ['Quem assina', 'Helena Vilela, diretora', '2 horas e 30 minutos, do começo ao fim'])
    expect(text).toContain(told)
  expect(text).toContain('Os certificados dirão 2 horas')
  await gravar(app.equipe, signed, { avisar: 'nao' })
  const assinaturas = [{ nome: 'Helena Vilela', cargo: 'diretora' }]
  expect((await storedIn(app)).evento).toMatchObject({ assinaturas, minutos: 120 })
  expect(await formOf(app.equipe)).toMatchObject(signed)
  const wrong = await conferir(app.equipe, { 'assina-1': '', carga: 'muitas' })
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('Carga horária: Escreva')])
  expect(wrong.text).toContain('Quem assina: Escreva quem assina')
  const half = await conferir(app.equipe, { 'assina-1': '', 'cargo-1': '', 'assina-2': 'Иван' })
  expect([half.status, half.html.includes('<a href="#assina-2">')]).toEqual([422, true])
  expect(half.text).toContain('Quem assina: O certificado não tem todas estas letras')

  app.advance(16 * DAY_MS)
  const ended = await conferir(app.equipe, { carga: '' })
  expect([ended.status, ended.html.includes('<a href="#carga">')]).toEqual([422, true])
  const other = await gravar(app.equipe, { 'assina-1': 'Ivo Prado' }, { avisar: 'nao' })
  expect(where(other)).toEqual([303, `${HREF}?feito=gravado`])
  expect((await storedIn(app)).evento).toMatchObject({ assinaturas: [{ nome: 'Ivo Prado' }], minutos: 120 })
})

test('an installation without an event opens at its description, and shows nothing of what stands in its place', async () => {
  const app = await startApp(undefined, { EVENTO: '' })
  const equipe = await openEquipe(app)
  expect(where(await equipe.get('/painel'))).toEqual([303, HREF])
  const html = await equipe.body(HREF)
  expect(readText(html)).toContain('Descreva o evento em dois minutos')
  expect(html).not.toMatch(/2100|Em breve|1 de janeiro|id="menu"/)
  expect(await app.browser().body('/equipe')).not.toMatch(/2100|Em breve|1 de janeiro/)
  expect((await conferir(equipe, {})).status).toBe(422)

  const described = {
    anfitriao: 'Clube de Campo',
    ocasiao: 'Jantar',
    titulo: 'Noite de gala',
    contato: 'a@clube.example',
    'inicio-dia': '2027-10-01',
    'inicio-hora': '20h',
    'fim-dia': '02/10/2027',
    'fim-hora': '1h',
    local: 'Salão',
    cidade: 'Goiás',
  }
  const { text, fields } = await conferir(equipe, described)
  expect(text).toContain('Quem tem o link se cadastra até 2 de outubro, 1h')
  expect(text).toContain('apagados em 1 de novembro de 2027, uma segunda-feira')
  expect(text).not.toContain('precisam saber')
  for (let tap = 0; tap < 2; tap++)
    expect(where(await equipe.post(HREF, { ...fields, ato: 'gravar' }))).toEqual([
      303,
      `${HREF}?feito=descrito`,
    ])
  const stored = await storedIn(app)
  expect(stored).toMatchObject({ versao: 1, evento: { inicio: '2027-10-01T20:00:00-03:00' }, mudancas: [] })
  expect(app.store.all('historico').map(({ ato }) => ato)).toEqual(['descreveu-evento'])
  expect(descricaoOf(stored.evento)).toMatchObject({ 'fim-dia': '2027-10-02', 'fim-hora': '01:00' })
  expect((await equipe.get('/painel')).status).toBe(200)
})

test('only the organisation sees the page', async () => {
  const app = await openPainel()
  const porta = await openEquipe(app, { papel: 'porta' })
  expect((await porta.get(HREF)).status).toBe(404)
  expect((await porta.post(HREF, { ato: 'conferir' })).status).toBe(404)
  expect((await app.browser().get(HREF)).status).toBe(404)
  expect((await app.equipe.post(HREF, { ato: 'outra' })).status).toBe(400)
})

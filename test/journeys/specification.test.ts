import { expect, test } from 'vitest'
import { anEmpresa } from '../support/factories.ts'
import { readText } from '../support/html.ts'
import { startApp } from '../support/remix.ts'

/** The text of a page from top to bottom. */
const textOf = async (response: Response) => readText(await response.text())

test('the journey of the specification is what it was, letter by letter, for a company nobody set up otherwise', async () => {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme', nome: 'Fazenda Acme', icredencial: 1 }))
  const browser = app.browser()
  const told: unknown[] = []
  const tell = async (response: Response) =>
    void told.push([response.status, response.headers.get('location'), await textOf(response)])
  await tell(await browser.get('/acme'))
  await tell(await browser.post('/acme'))
  await tell(await browser.get('/cadastro?empresaid=acme'))
  await tell(
    await browser.post('/cadastro?empresaid=acme', {
      nome: 'maria d’ávila',
      telefone: '11987654321',
      email: 'maria@exemplo.com',
    }),
  )
  await tell(await browser.get('/'))
  await tell(await browser.get('/acme'))
  await tell(await browser.post('/acme'))
  expect(told).toMatchInlineSnapshot(`
    [
      [
        200,
        null,
        "Convites: Fazenda Acme Ir para o conteúdo Sociedade Rural do Vale Dourado 80 ANOS Convites reservados para Fazenda Acme Palestra comemorativa dos 80 anos quinta-feira, 16 de setembro, 19h30 Auditório do Parque de Exposições, Vale Dourado VOCÊ TEM 1 CONVITE(S) Toque no convite acima para cadastrar um convidado. Cada convite vale para uma pessoa. JÁ ME CADASTREI, ACESSAR CONVITE Enviar este link pelo WhatsApp",
      ],
      [
        303,
        "/cadastro?empresaid=acme",
        "",
      ],
      [
        200,
        null,
        "Cadastro: Palestra comemorativa dos 80 anos Ir para o conteúdo Sociedade Rural do Vale Dourado 80 ANOS Palestra comemorativa dos 80 anos 16 de setembro, 19h30 CADASTRO Convite de Fazenda Acme reservado neste aparelho até 12h30. NOME COMPLETO WHATSAPP DDD e número, só os dígitos. Ex.: 11987654321 EMAIL Opcional. CONFIRMAR Usamos seu nome, WhatsApp e e-mail só para organizar sua entrada neste evento. Os dados são apagados 30 dias depois do evento. Para corrigir ou excluir, fale com a organização, Sociedade Rural do Vale Dourado: secretaria@sociedaderural.example . Quem cuida da mesa vê seu nome, se confirmou e se chegou. Leia o aviso de privacidade .",
      ],
      [
        303,
        "/",
        "",
      ],
      [
        200,
        null,
        "Convite: Palestra comemorativa dos 80 anos · Sociedade Rural do Vale Dourado CADASTRO CONFIRMADO COM SUCESSO! MARIA, seu lugar está guardado. Ver minha credencial OK Encaminhar o convite Cadastrar outro convidado Convite VOCÊ ESTÁ CONFIRMADO · Ver credencial",
      ],
      [
        200,
        null,
        "Convites: Fazenda Acme Ir para o conteúdo Sociedade Rural do Vale Dourado 80 ANOS Convites reservados para Fazenda Acme Palestra comemorativa dos 80 anos quinta-feira, 16 de setembro, 19h30 Auditório do Parque de Exposições, Vale Dourado VOCÊ TEM 0 CONVITE(S) Cada convite vale para uma pessoa. JÁ ME CADASTREI, ACESSAR CONVITE",
      ],
      [
        409,
        null,
        "Limite atingido: Convites: Fazenda Acme LIMITE ATINGIDO Todos os convites de Fazenda Acme já foram usados ou estão reservados neste momento. Se ainda falta alguém, tente de novo mais tarde. OK Ir para o conteúdo Sociedade Rural do Vale Dourado 80 ANOS Convites reservados para Fazenda Acme Palestra comemorativa dos 80 anos quinta-feira, 16 de setembro, 19h30 Auditório do Parque de Exposições, Vale Dourado VOCÊ TEM 0 CONVITE(S) Cada convite vale para uma pessoa. Fale com quem convidou você: um lugar que ficar livre volta para este mesmo link. Convite reservado e não usado volta sozinho. Alguma dúvida? Fale com a organização: secretaria@sociedaderural.example . JÁ ME CADASTREI, ACESSAR CONVITE",
      ],
    ]
  `)
  const [credencial] = app.store.all('credenciais')
  expect(credencial).toMatchObject({ controle: 'ativo', tipo: 'CONVIDADO', nome: 'MARIA D’ÁVILA' })
  expect(app.store.get('empresas', 'acme')).toMatchObject({ icredencial: 1, licredencial: 1 })
})

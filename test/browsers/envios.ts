import type { Convidado } from './convidado.ts'

/** What who sends starts with. */
interface Start {
  /** `/equipe/7KQ4-M2XD` */
  link: string
  /** A file with {@link RESPONSAVEIS}. */
  planilha: string
}

/** Two companies, with the numbers of who answers for them. */
export const RESPONSAVEIS = [
  'Empresa;Convites;Responsável;WhatsApp do responsável',
  'Fazenda Nova;3;Dalva Souza;65998761234',
  'Sítio Alegre;2;Rui Lacerda;65998765678',
  '',
].join('\n')

/** How often one comes back at most, and how long one looks: longer than a page that goes on to WhatsApp is fresh. */
const TIMES = 8
const LOOK_MS = 2_000
const look = () => new Promise((resolve) => setTimeout(resolve, LOOK_MS))

/**
 * From WhatsApp: the page asks whether the message went, and goes there no second time. WhatsApp answers nothing here, and a
 * browser may then keep the page that went on to it, which goes again while it is fresh.
 */
export async function comeBack(person: Convidado): Promise<void> {
  for (let n = 0; n < TIMES; n++) {
    await person.back()
    // Firefox answers before it is back: loaded again at once, it would be WhatsApp's page, for good.
    await look()
    // WebKit keeps what came without TLS as it was left. A page that went on once more fails to load: one comes back again.
    await person.reload().catch(() => null)
    await look()
    const text = await person.text().catch(() => '')
    if (text.includes('A MENSAGEM FOI?')) return
  }
  throw new Error('A MENSAGEM FOI? is not asked')
}

/**
 * Two links are sent one after the other: by a sheet with numbers to the desk, WhatsApp opened for each and nothing told of
 * it that is not known, the first told as sent on its card, the second later in the list.
 */
export async function sendMessages(organiser: Convidado, { link, planilha }: Start): Promise<void> {
  await organiser.open(link)
  await organiser.click('button', 'ENTRAR')
  await organiser.arriveAt('/painel')
  await organiser.open('/painel/planilhas')
  await organiser.tap('input[name=tipo][value=empresas]', null)
  await organiser.upload(planilha)
  await organiser.click('button', 'ENVIAR E CONFERIR')
  await organiser.click('button', 'GRAVAR')
  await organiser.read('2 empresas entraram')
  await organiser.click('button', 'IR PARA ENVIOS')
  await organiser.arriveAt('/painel/envios')

  await organiser.click('button', 'COMEÇAR')
  await organiser.arriveAt(/^\/painel\/envios\/mesa\/.+$/)
  await organiser.read('DALVA SOUZA')
  await organiser.click('button', 'ENVIAR')
  await organiser.beGone()
  await comeBack(organiser)
  await organiser.click('button', 'FOI, PRÓXIMO')

  await organiser.read('RUI LACERDA')
  await organiser.click('button', 'ENVIAR')
  await organiser.beGone()
  await comeBack(organiser)
  await organiser.click('button', 'AINDA NÃO SEI')
  await organiser.arriveAt('/painel/envios/fim/mesa')
  await organiser.read('1 aberta: falta dizer se foi')
  await organiser.click('link', 'VER OS QUE FALTAM')
  await organiser.read('Aberto às')
  await organiser.click('button', 'FOI ENVIADO a Rui Lacerda')
  await organiser.read('ficou anotado como enviado')
}

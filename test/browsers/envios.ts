import type { Convidado } from './convidado.ts'

/** What the sender starts with. */
interface Start {
  /** `/equipe/7KQ4-M2XD` */
  link: string
  /** A file with {@link RESPONSAVEIS}. */
  planilha: string
}

/** Two companies, with the phone numbers of the people responsible. */
export const RESPONSAVEIS = [
  'Empresa;Convites;Responsável;WhatsApp do responsável',
  'Fazenda Nova;3;Dalva Souza;65998761234',
  'Sítio Alegre;2;Rui Lacerda;65998765678',
  '',
].join('\n')

/**
 * How often the person comes back at most, and looks: for longer than a page that goes on to WhatsApp stays
 * fresh.
 */
const TIMES = 8
const LOOK_MS = 2_000
export const look = () => new Promise((resolve) => setTimeout(resolve, LOOK_MS))

/**
 * Comes back from WhatsApp: the page asks whether the message went, and does not go there a second time.
 * WhatsApp answers nothing here, and a browser may then keep the page that went on to it, which goes again
 * while it is fresh.
 */
export async function comeBack(person: Convidado): Promise<void> {
  for (let n = 0; n < TIMES; n++) {
    await person.back()
    // Firefox answers before it is back: a reload right away would load WhatsApp's page for good.
    await look()
    // WebKit keeps a page that came without TLS as it was left. If it goes on once more, its load fails: go
    // back again.
    await person.reload().catch(() => null)
    await look()
    const text = await person.text().catch(() => '')
    if (text.includes('A MENSAGEM FOI?')) return
  }
  throw new Error('A MENSAGEM FOI? is not asked')
}

/**
 * Uploads a sheet with numbers, and sends two links one after the other. WhatsApp opens for each, and nothing
 * is recorded about a message until it is known: the first is marked as sent on its card, the second later in
 * the list.
 */
export async function sendMessages(organiser: Convidado, { link, planilha }: Start): Promise<void> {
  await organiser.open(link)
  await organiser.click('button', 'Entrar')
  await organiser.arriveAt('/painel')
  await organiser.open('/painel/planilhas')
  await organiser.tap('input[name=tipo][value=empresas]', null)
  await organiser.upload(planilha)
  await organiser.click('button', 'Enviar e conferir')
  await organiser.click('button', 'Continuar')
  await organiser.click('button', 'Gravar 2 empresas')
  await organiser.read('2 EMPRESAS GRAVADAS')
  await organiser.click('link', 'Ir para Envios')
  await organiser.arriveAt('/painel/envios')

  await organiser.click('button', 'Começar')
  await organiser.arriveAt(/^\/painel\/envios\/mesa\/.+$/)
  await organiser.read('DALVA SOUZA')
  // WhatsApp opens in another tab, and the card stays.
  await organiser.click('button', 'Enviar')
  await look()
  await organiser.click('button', 'Foi, próximo')

  await organiser.read('RUI LACERDA')
  await organiser.click('button', 'Enviar')
  await look()
  await organiser.reload()
  await organiser.click('button', 'Ainda não sei')
  await organiser.arriveAt('/painel/envios/fim/mesa')
  await organiser.read('1 aberta: falta dizer se foi')
  await organiser.click('link', 'Ver os que faltam')
  await organiser.read('Aberto às')
  await organiser.click('button', 'Foi enviado a Rui Lacerda')
  await organiser.read('ficou anotado como enviado')
}

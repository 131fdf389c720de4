import { nameOf } from '../support/journey.ts'
import type { Convidado } from './convidado.ts'

/** What the organiser starts with: the link the server printed, and a spreadsheet of one company. */
interface Start {
  /** `/equipe/7KQ4-M2XD` */
  link: string
  /** A file with the company `fazenda-nova`, of three invitations. */
  planilha: string
}

const NOMES = [0, 1, 2].map((serial) => nameOf(8_000_000 + serial).toUpperCase())

/** A guest registers with the company's link. */
export async function registerBy(convidado: Convidado, nome: string, left: number): Promise<void> {
  await convidado.open('/fazenda-nova')
  await convidado.click('button', `VOCÊ TEM ${left} CONVITE(S)`)
  await convidado.arriveAt('/cadastro')
  await convidado.type('NOME COMPLETO', nome)
  await convidado.type('WHATSAPP', '65987654321')
  await convidado.click('button', 'CONFIRMAR')
  await convidado.see('alertdialog', 'CADASTRO CONFIRMADO COM SUCESSO!')
}

/** Finds a guest by name and opens the guest's page. */
async function find(organiser: Convidado, nome: string): Promise<void> {
  await organiser.open('/painel/convidados')
  await organiser.search('Buscar convidado', nome.toLowerCase())
  await organiser.click('button', 'Buscar')
  await organiser.click('link', nome)
  await organiser.arriveAt(/^\/painel\/convidados\/\d+$/)
}

/**
 * Runs a new event with the printed link alone: a spreadsheet is imported, guests register with the company's
 * link, one is found and corrected, one is removed and the invitation given back, two are admitted, then the
 * lists and the export.
 */
export async function runEvent(
  organiser: Convidado,
  convidado: Convidado,
  { link, planilha }: Start,
): Promise<void> {
  const [ana = '', bia = '', clara = ''] = NOMES
  await organiser.open(link)
  await organiser.click('button', 'Entrar')
  await organiser.arriveAt('/painel')

  await organiser.open('/painel/planilhas')
  await organiser.tap('input[name=tipo][value=empresas]', null)
  await organiser.upload(planilha)
  await organiser.click('button', 'Enviar e conferir')
  await organiser.arriveAt(/^\/painel\/planilhas\/.+$/)
  await organiser.click('button', 'Continuar')
  await organiser.read('Fazenda Nova')
  await organiser.click('button', 'Gravar 1 empresa')
  // Left before it has answered, the page may never have sent it.
  await organiser.read('1 EMPRESA GRAVADA')
  await organiser.open('/painel/empresas/fazenda-nova')
  await organiser.read('/fazenda-nova')

  await registerBy(convidado, ana, 3)
  await registerBy(convidado, bia, 2)
  await registerBy(convidado, clara, 1)

  await find(organiser, ana)
  await organiser.click('link', 'Corrigir dados')
  await organiser.type('E-mail', 'ana@exemplo.com.br')
  await organiser.click('button', 'Gravar')
  await organiser.read('ana@exemplo.com.br')

  await find(organiser, clara)
  await organiser.tap('summary', 'Excluir convidado')
  await organiser.click('button', 'Excluir')
  await organiser.arriveAt('/painel/convidados')
  await convidado.open('/fazenda-nova')
  await convidado.see('button', 'VOCÊ TEM 1 CONVITE(S)')

  for (const nome of [ana, bia]) {
    await find(organiser, nome)
    await organiser.click('button', 'Dar entrada')
    await organiser.click('button', 'Dar entrada antes do dia')
    await organiser.read('Dentro desde')
  }

  await organiser.open('/painel/listas/nomes')
  await organiser.read(ana)
  await organiser.open('/painel/listas/mesas')
  // The style sheet shows table names in upper case, and the engine reads what is shown.
  await organiser.read('FAZENDA NOVA')
  await organiser.open('/painel/planilhas')
  await organiser.tap('a[href="/painel/exportar/convidados.csv"]', null)
  await organiser.open('/painel/historico')
  for (const linha of ['Exportou os convidados', 'Excluiu', 'Corrigiu']) await organiser.read(linha)
}

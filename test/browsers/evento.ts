import { conviteAlt } from '../../app/shared/words.ts'
import type { Evento } from '../../server/domain/evento.ts'
import { nameOf } from '../support/journey.ts'
import type { Convidado } from './convidado.ts'
import { look } from './envios.ts'
import { registerBy } from './organiser.ts'

const PRIMEIRO: Evento = {
  anfitriao: 'Sociedade Rural do Vale Dourado',
  ocasiao: 'Palestra comemorativa dos 80 anos',
  titulo: 'A terra, o tempo e o trabalho',
  local: 'Auditório do Parque',
  cidade: 'Vale Dourado',
  inicio: '2099-09-16T19:30:00-03:00',
  fim: '2099-09-16T22:00:00-03:00',
  contato: 'secretaria@sociedaderural.example',
  diasAteApagar: 30,
}
const MOVIDO = { ...PRIMEIRO, inicio: '2099-09-23T19:30:00-03:00', fim: '2099-09-23T22:00:00-03:00' }
const SEGUINTE = {
  ...PRIMEIRO,
  titulo: 'Outra colheita',
  inicio: '2100-03-04T19:30:00-03:00',
  fim: '2100-03-04T22:00:00-03:00',
}
const FITA = ['MUDOU', 'era 16 de setembro, agora', '23 de setembro, 19h30']

const [AVISADO = '', DEPOIS = ''] = [0, 1].map((serial) => nameOf(9_000_000 + serial).toUpperCase())

/** Fills in the event's dates and times. */
async function pickWhen(organiser: Convidado, evento: Pick<Evento, 'inicio' | 'fim'>): Promise<void> {
  for (const name of ['inicio', 'fim'] as const) {
    await organiser.pick(`#${name}-dia`, evento[name].slice(0, 10))
    await organiser.pick(`#${name}-hora`, evento[name].slice(11, 16))
  }
}

/** Describes an event when there is none, and finds its invitation. */
async function describe(organiser: Convidado, convidado: Convidado, evento: Evento): Promise<void> {
  await organiser.arriveAt('/painel/evento')
  await organiser.read(
    evento === PRIMEIRO ? 'Descreva o evento em dois minutos' : 'Descreva o próximo evento',
  )
  await organiser.type('Quem convida', evento.anfitriao)
  await organiser.type('Ocasião', evento.ocasiao)
  await organiser.type('Título', evento.titulo)
  await pickWhen(organiser, evento)
  await organiser.type('Local', evento.local)
  await organiser.type('Cidade', evento.cidade)
  await organiser.type('WhatsApp para dúvidas', evento.contato)
  await organiser.click('button', 'Conferir o convite')
  await organiser.read('CONFIRA O CONVITE')
  await organiser.click('button', 'Gravar')
  await organiser.read('o evento está descrito, e o convite está no ar')
  await convidado.open('/')
  await convidado.see('link', conviteAlt(evento))
}

/** Reads the ribbon on the invitation, the company's page and the credencial. */
async function readRibbon(convidado: Convidado, credencial: string): Promise<void> {
  for (const path of ['/fazenda-nova', credencial, '/']) {
    await convidado.open(path)
    for (const text of FITA) await convidado.read(text)
  }
  await convidado.see('link', conviteAlt(MOVIDO))
}

/**
 * One event from an empty volume to the next: described, a company added, a guest registered, the date moved,
 * the guest informed and withdrawn, everything erased, and another event begun, all with only the link the
 * server printed.
 * @param link `/equipe/7KQ4-M2XD`
 */
export async function holdEvent(organiser: Convidado, convidado: Convidado, link: string): Promise<void> {
  for (const path of ['/', '/cadastro']) {
    await convidado.open(path)
    await convidado.see('heading', 'EM BREVE')
  }
  await organiser.open(link)
  await organiser.click('button', 'Entrar')
  await describe(organiser, convidado, PRIMEIRO)

  await organiser.open('/painel/empresas/nova')
  await organiser.type('Nome da empresa', 'Fazenda Nova')
  await organiser.type('Total de convites', '3')
  await organiser.tap('summary', 'Mais campos')
  await organiser.type('Fim do link', 'fazenda-nova')
  await organiser.click('button', 'Gravar empresa')
  await organiser.arriveAt('/painel/empresas/fazenda-nova')

  await registerBy(convidado, AVISADO, 3)
  await convidado.click('link', 'Ver minha credencial')
  await convidado.arriveAt(/^\/c\/[^/]+$/)
  await convidado.read('16 de setembro de 2099')
  const credencial = await convidado.path()

  await organiser.open('/painel/evento')
  await pickWhen(organiser, MOVIDO)
  await organiser.click('button', 'Conferir')
  await organiser.read('CONFIRA ANTES DE GRAVAR')
  await organiser.read('A data muda de 16 para 23 de setembro: 1 confirmado precisa ser avisado')
  await organiser.tap('input[name=avisar][value=sim]', null)
  await organiser.click('button', 'Gravar')
  await organiser.read('AVISE QUEM PRECISA SABER')
  await readRibbon(convidado, credencial)

  await organiser.click('link', 'Avisar pelo WhatsApp')
  await organiser.arriveAt('/painel/envios')
  await organiser.read('0 de 1 já sabem da mudança')
  await organiser.click('button', 'Começar')
  await organiser.arriveAt(/^\/painel\/envios\/mudanca\/.+$/)
  await organiser.read(AVISADO)
  await organiser.read('Não vou poder ir:')
  await organiser.click('button', 'Enviar')
  await look()
  await organiser.click('button', 'Foi, próximo')
  await organiser.arriveAt('/painel/envios/fim/mudanca')
  await organiser.read('1 enviado')

  await registerBy(convidado, DEPOIS, 2)

  await convidado.open(credencial)
  await convidado.click('link', 'Não vou poder ir')
  await convidado.click('button', 'Não vou poder ir')
  await convidado.read('PRESENÇA RETIRADA')
  await organiser.open('/painel/empresas/fazenda-nova#desistencias')
  await organiser.read('DESISTÊNCIAS')

  await organiser.open('/painel/evento/outro')
  await organiser.read('AINDA NÃO')
  await organiser.click('link', 'Apagar os dados agora')
  await organiser.type('Para confirmar, digite APAGAR', 'APAGAR')
  await organiser.tap('#antes', null)
  await organiser.click('button', 'Apagar os dados')
  await organiser.read('os dados dos convidados foram apagados')
  await organiser.open('/painel/evento/outro')
  await organiser.tap('#sei', null)
  await organiser.click('button', 'Começar outro evento')
  await organiser.read('o evento anterior terminou, e este painel espera o próximo')
  await convidado.open('/')
  await convidado.see('heading', 'EM BREVE')
  await readOver(convidado, credencial)

  await organiser.click('link', 'Descrever o evento')
  await describe(organiser, convidado, SEGUINTE)
  await readOver(convidado, credencial)
  await convidado.open('/fazenda-nova')
  await convidado.see('button', 'VOCÊ TEM 3 CONVITE(S)')
}

/** Reads on the credencial that its event is over, and that it names nobody. */
async function readOver(convidado: Convidado, credencial: string): Promise<void> {
  await convidado.open(credencial)
  await convidado.read('O evento passou')
  const text = await convidado.text()
  if (/convidado [a-j]|fazenda/i.test(text)) throw new Error(`a guest is named: ${text}`)
}

import type { Evento } from '../../server/domain/evento.ts'
import type { Convidado } from './convidado.ts'

const HOUR_MS = 3_600_000
const NOME = 'MARIA D’ÁVILA DOS SANTOS'

/** An event that has ended and still takes registrations. */
export function overSince(now: number): Evento {
  const at = (hours: number) => new Date(now + hours * HOUR_MS).toISOString()
  return {
    anfitriao: 'Sociedade Rural do Vale Dourado',
    ocasiao: 'Palestra comemorativa dos 80 anos',
    titulo: 'A terra, o tempo e o trabalho',
    local: 'Auditório do Parque',
    cidade: 'Vale Dourado',
    inicio: at(-4),
    fim: at(-2),
    inscricoesAte: at(48),
    contato: '65 99812-3187',
    diasAteApagar: 30,
    assinaturas: [{ nome: 'Helena Moraes Vilela', cargo: 'diretora de eventos' }],
  }
}

/** Types a certificate's code and name, and sends them. */
async function verify(anybody: Convidado, codigo: string, nome: string): Promise<void> {
  await anybody.type('Código', codigo)
  await anybody.type('NOME', nome)
  await anybody.click('button', 'Conferir')
}

/**
 * A guest is admitted and takes the certificate, and somebody verifies it, wrongly and rightly; also after
 * the erasure.
 * @param link `/equipe/7KQ4-M2XD`
 * @returns the path of the certificate's page, and its code
 */
export async function certify(
  organiser: Convidado,
  convidado: Convidado,
  link: string,
): Promise<{ path: string; codigo: string; erase: () => Promise<void> }> {
  await convidado.open('/cadastro')
  await convidado.type('NOME COMPLETO', NOME)
  await convidado.type('WHATSAPP', '65987654321')
  await convidado.click('button', 'CONFIRMAR')
  await convidado.see('alertdialog', 'CADASTRO CONFIRMADO COM SUCESSO!')
  await convidado.click('link', 'Ver minha credencial')
  await convidado.arriveAt(/^\/c\/[^/]+$/)
  const credencial = await convidado.path()
  await convidado.open(`${credencial}/certificado`)
  await convidado.read('A porta não registrou sua entrada.')

  await organiser.open(link)
  await organiser.click('button', 'Entrar')
  await organiser.arriveAt('/painel')
  await organiser.open('/painel/convidados')
  await organiser.search('Buscar convidado', 'davila')
  await organiser.click('button', 'Buscar')
  await organiser.click('link', NOME)
  await organiser.click('button', 'Dar entrada')
  await organiser.read('Entrou, ')

  await convidado.open(credencial)
  await convidado.click('link', 'Meu certificado')
  await convidado.arriveAt(`${credencial}/certificado`)
  await convidado.see('link', 'Baixar em PDF')
  await convidado.see('link', 'Enviar pelo WhatsApp')
  const [codigo = ''] = /\b[2-9A-Y]{5}-[2-9A-Y]{5}\b/.exec(await convidado.text()) ?? []

  const wrong = codigo.replace(/.$/, (sign) => (sign === 'X' ? 'Y' : 'X'))
  await convidado.open(`/certificado?codigo=${wrong}`)
  await convidado.type('NOME', NOME)
  await convidado.click('button', 'Conferir')
  await convidado.see('heading', 'NÃO CONFERE')
  await verify(convidado, codigo, 'Maria dos Santos')
  await convidado.see('heading', 'NÃO CONFERE')
  await verify(convidado, codigo.toLowerCase().replace('-', ' '), 'maria davila dos santos')
  await convidado.see('heading', 'VERDADEIRO')
  await convidado.arriveAt('/certificado')
  await convidado.read('ainda estão guardados')

  const erase = async () => {
    await organiser.open('/painel/expurgo')
    await organiser.type('Para confirmar, digite APAGAR', 'APAGAR')
    await organiser.tap('#antes', null)
    await organiser.click('button', 'Apagar os dados')
    await organiser.read('os dados dos convidados foram apagados')
    await convidado.open('/certificado')
    await verify(convidado, codigo, NOME)
    await convidado.see('heading', 'VERDADEIRO')
    await convidado.read('foram apagados em')
  }
  return { path: `${credencial}/certificado`, codigo, erase }
}

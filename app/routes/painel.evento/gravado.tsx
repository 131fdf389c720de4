import { filaHref } from '~/painel/envios/filas'
import { Message } from '~/shared/field'
import { ButtonLink, OutlineLink } from '~/shared/page'
import { countOf, grouped } from '~/shared/words'

/** What was stored that guests must hear about. */
const TOLD = {
  avisar: {
    done: (quando: string) => `o evento fica para ${quando}. Está no histórico.`,
    message:
      'Cada um recebe pelo WhatsApp o que era, o que ficou, a credencial dele e o Não vou poder ir. Você toca, confere e envia: a fila lembra quem já foi, e duas pessoas podem enviar ao mesmo tempo.',
  },
  cancelado: {
    done: () => 'o evento está cancelado, e ninguém mais se cadastra. Está no histórico.',
    message:
      'Cada um recebe pelo WhatsApp que o evento não acontece. Você toca, confere e envia: a fila lembra quem já foi, e duas pessoas podem enviar ao mesmo tempo.',
  },
  retomado: {
    done: (quando: string) => `o evento volta a acontecer: ${quando}. Está no histórico.`,
    message:
      'Cada um recebe pelo WhatsApp que o evento acontece, e a credencial dele. Você toca, confere e envia: a fila lembra quem já foi, e duas pessoas podem enviar ao mesmo tempo.',
  },
} as const

export type Avisado = keyof typeof TOLD

export const isAvisado = (feito: string | null): feito is Avisado =>
  feito !== null && Object.hasOwn(TOLD, feito)

/** What tells of the event, and how far each is. */
const RETOLD = [
  ['Convite, páginas das empresas e formulário', 'ligado', 'pronto'],
  ['Credenciais e agenda', 'ligado', 'pronto'],
  ['Imagens do convite e do link', 'ligado', 'pronto'],
  ['Celulares da porta', 'meio', 'quando tiverem rede'],
  ['Listas em papel', 'parado', 'imprima de novo'],
] as const

interface Props {
  feito: Avisado
  quando: string
  /** How many people still have to be told, and out of how many. */
  aviso: { por: number; de: number }
}

/** What was done, and the link to the people who must be told. */
export function Gravado({ feito, quando, aviso: { por, de } }: Props) {
  const { done, message } = TOLD[feito]
  return (
    <>
      <Message>{done(quando)}</Message>
      {de === 0 ? (
        <p>Não há ninguém por avisar.</p>
      ) : (
        <div className="placar">
          <div className="ingresso">
            <h2>Por avisar</h2>
            <b className={por > 9_999 ? 'longo' : undefined}>{grouped(por)}</b>
            <p>{`de ${countOf(de, 'pessoa', 'pessoas')}${por === de ? ' · ninguém avisado ainda' : ''}`}</p>
          </div>
          <div>
            <p>{message}</p>
            <div className="acoes lado">
              <ButtonLink href={filaHref('mudanca')}>Avisar pelo WhatsApp</ButtonLink>
            </div>
            {feito === 'cancelado' ? null : (
              <p className="nota">
                Quem se cadastrar daqui em diante já vê tudo como ficou. Nos primeiros quinze minutos ainda
                entra na fila, porque pode ter aberto a página de antes.
              </p>
            )}
          </div>
        </div>
      )}
      <section>
        <h2>O que já mudou</h2>
        <ul className="lista-estado">
          {RETOLD.map(([nome, look, estado]) => (
            <li key={nome}>
              {nome} <span className={`estado ${look}`}>{estado}</span>
            </li>
          ))}
        </ul>
      </section>
      <p className="depois">
        <OutlineLink href="/painel/evento">Ver o evento</OutlineLink>
      </p>
    </>
  )
}

import { Message } from '~/shared/field'
import { ButtonLink, OutlineLink } from '~/shared/page'
import { countOf, grouped } from '~/shared/words'

/** What was stored that guests must be told of. */
const TOLD = {
  avisar: {
    title: 'Avise os confirmados',
    done: (quando: string) => `o evento é ${quando}. Está no histórico.`,
    message:
      'Cada um recebe pelo WhatsApp o que era, o que ficou, a credencial dele e o NÃO PODEREI IR. Você toca, confere e envia: a fila lembra quem já foi, e duas pessoas podem enviar ao mesmo tempo.',
  },
  cancelado: {
    title: 'Avise os confirmados',
    done: () => 'o evento está cancelado, e ninguém mais se cadastra. Está no histórico.',
    message:
      'Cada um recebe pelo WhatsApp que o evento não acontece. Você toca, confere e envia: a fila lembra quem já foi, e duas pessoas podem enviar ao mesmo tempo.',
  },
  retomado: {
    title: 'Avise os confirmados',
    done: (quando: string) => `o evento volta a acontecer: ${quando}. Está no histórico.`,
    message:
      'Cada um recebe pelo WhatsApp que o evento acontece, e a credencial dele. Você toca, confere e envia: a fila lembra quem já foi, e duas pessoas podem enviar ao mesmo tempo.',
  },
} as const

export type Avisado = keyof typeof TOLD

export const isAvisado = (feito: string | null): feito is Avisado =>
  feito !== null && Object.hasOwn(TOLD, feito)

export const titleOfAvisado = (feito: Avisado): string => TOLD[feito].title

interface Props {
  feito: Avisado
  quando: string
  confirmados: number
}

/** What was done, and the way to whom it must be told. */
export function Gravado({ feito, quando, confirmados }: Props) {
  const { done, message } = TOLD[feito]
  return (
    <>
      <Message>{done(quando)}</Message>
      {confirmados === 0 ? (
        <p>Ninguém confirmou ainda: não há quem avisar.</p>
      ) : (
        <div className="placar">
          <div className="ingresso">
            <h2>Confirmados</h2>
            <b className={confirmados > 9_999 ? 'longo' : undefined}>{grouped(confirmados)}</b>
            <p>{countOf(confirmados, 'pessoa por avisar', 'pessoas por avisar')}</p>
          </div>
          <div>
            <p>{message}</p>
            <div className="acoes lado">
              <ButtonLink href="/painel/envios">AVISAR OS CONFIRMADOS</ButtonLink>
            </div>
            <p className="nota">Quem se cadastrar agora já vê tudo como ficou, e não entra na fila.</p>
          </div>
        </div>
      )}
      <section>
        <h2>O que já mudou</h2>
        <ul className="lista-estado">
          <li>
            Convite, páginas das empresas e formulário <span className="estado ligado">pronto</span>
          </li>
          <li>
            Credenciais e calendário <span className="estado ligado">pronto</span>
          </li>
          <li>
            Celulares da porta <span className="estado meio">quando tiverem rede</span>
          </li>
          <li>
            Listas e etiquetas em papel <span className="estado parado">imprima de novo</span>
          </li>
        </ul>
      </section>
      <p className="depois">
        <OutlineLink href="/painel/evento">VER O EVENTO</OutlineLink>
      </p>
    </>
  )
}

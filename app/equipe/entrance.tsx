import type { ReactNode } from 'react'
import type { Papel } from '../../server/domain/aparelho'
import { ContactLine } from '~/shared/contato'
import { Landscape, OcasiaoEQuando, useEvento, ButtonLink } from '~/shared/page'
import { PAPEL } from './members.tsx'

/** A page where the team starts: the landscape, and what to do beside it. */
export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  const evento = useEvento()
  return (
    <div className="duas">
      <Landscape selo={evento?.anfitriao} />
      <main className="estreita">
        <div className="topo">
          <div>
            {evento?.quando ? (
              <p className="sobre">
                <OcasiaoEQuando {...evento} />
              </p>
            ) : null}
            <h1>{title}</h1>
          </div>
        </div>
        {children}
      </main>
    </div>
  )
}

const TITLES = {
  open: 'Entrar na equipe',
  used: 'Convite já usado',
  ended: 'Convite vencido',
  revoked: 'Convite cancelado',
  'not-found': 'Código não encontrado',
}

type Kind = keyof typeof TITLES

export const titleOf = (kind: Kind): string => TITLES[kind]

const TEXTS = {
  used: [
    'Cada convite serve uma vez, em um navegador. Se foi você, continue por lá.',
    'Se não foi, avise já quem convidou você: em Equipe dá para tirar quem entrou e convidar de novo.',
  ],
  ended: ['Um convite vale por 30 minutos.', 'Peça outro a quem convidou você.'],
  revoked: ['Este convite foi cancelado pela organização.', 'Peça outro a quem convidou você.'],
  'not-found': [
    'Confira as 8 letras e números com quem convidou você.',
    'Um convite trocado por outro mais novo também não vale.',
  ],
} satisfies Record<Exclude<Kind, 'open'>, string[]>

export type ConviteDaEquipe = ({ kind: 'open' } & OpenConviteProps) | { kind: Exclude<Kind, 'open'> }

interface OpenConviteProps {
  path: string
  nome: string
  papel: Papel
  /** Who made the invitation; null for the command line. */
  por: string | null
  /** `20h12` */
  ate: string
  /** `19 de setembro de 2027`; null until an event is described. */
  validUntil: string | null
  /** The person this browser already belongs to; entering ends that. */
  current: string | null
}

/** Whose invitation it is, what it allows, and the one button that spends it. */
export function OpenConvite({ path, nome, papel, por, ate, validUntil, current }: OpenConviteProps) {
  const { invitedTo, may, sees } = PAPEL[papel]
  return (
    <form method="post" action={path} className="acoes">
      <p>
        <b>{nome}</b>
        {por === null ? `, este convite é para ${invitedTo}.` : `, ${por} convidou você para ${invitedTo}.`}
      </p>
      <dl className="fatos">
        <dt>Pode</dt>
        <dd>{may}</dd>
        <dt>{sees.title}</dt>
        <dd>{sees.text}</dd>
        <dt>Vale</dt>
        <dd>{validUntil === null ? 'neste navegador' : `neste navegador, até ${validUntil}`}</dd>
      </dl>
      {current === null ? null : (
        <p className="alerta aviso">
          <b>Atenção:</b>
          {` este navegador já é de ${current}, que sai da equipe aqui se você entrar.`}
        </p>
      )}
      <button>Entrar</button>
      <p className="nota">
        {`O convite serve uma vez, até ${ate}. Se não é para você, feche esta página e avise a organização.`}
      </p>
    </form>
  )
}

export function ClosedConvite({ kind }: { kind: Exclude<Kind, 'open'> }) {
  return (
    <div className="acoes">
      {TEXTS[kind].map((text) => (
        <p key={text}>{text}</p>
      ))}
      <ButtonLink href="/equipe">Digitar um código</ButtonLink>
      <ContactLine />
    </div>
  )
}

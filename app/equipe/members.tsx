import { Failure, Field, Option } from '~/shared/field'
import { ActLink, QrCode } from '~/shared/page'
import { Table } from '~/shared/table'
import type { EstadoDoAparelho, Papel } from '../../server/domain/aparelho'
import type { convitesOf, membrosOf } from './members.server.ts'

type Member = ReturnType<typeof membrosOf>[number]

/** The id of the box that confirms revoking the last organiser. */
export const LAST_ORGANISER = 'ultimo'

/** The team's members, and what can be done with each. `failure`: an error at that box. */
export function Members({ members, failure }: { members: Member[]; failure: string | null }) {
  return (
    <Table caption="Aparelhos" heads={['Pessoa', 'Função', 'Situação', 'Última vez', { hidden: 'Ações' }]}>
      {members.map((member) => (
        <tr key={member.aparelhoid}>
          <th scope="row">
            {member.nome}
            {member.isThis ? <span className="nota">, este aparelho</span> : null}
          </th>
          <td>{PAPEL[member.papel].nome}</td>
          <td>
            <MemberState {...member} />
          </td>
          <td className="larga">{member.visto ?? 'ainda não entrou'}</td>
          <td className="larga">
            <Buttons {...member} failure={member.isLast ? failure : null} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

const ESTADOS: Record<EstadoDoAparelho, [className: string, text: (hora: string | null) => string]> = {
  paired: ['ligado', () => 'Na equipe'],
  open: ['aberto', (hora) => `Convite até ${hora}`],
  ended: ['parado', () => 'Convite vencido'],
  revoked: ['fim', (hora) => `Fora da equipe, ${hora}`],
  over: ['fim', () => 'Acabou com o evento'],
}

function MemberState({ estado, hora }: Pick<Member, 'estado' | 'hora'>) {
  const [className, text] = ESTADOS[estado]
  return <span className={`estado ${className}`}>{text(hora)}</span>
}

function Buttons({ failure, ...member }: Member & { failure: string | null }) {
  const { aparelhoid, nome, estado, isThis, isLast } = member
  const quem = nome.split(' ')[0]?.toLocaleUpperCase('pt-BR') ?? ''
  const id = <input type="hidden" name="aparelhoid" value={aparelhoid} />
  if (estado === 'over') return null
  if (estado !== 'paired') {
    return (
      <form method="post" action="/painel/equipe" className="lado">
        {id}
        <button className="ato" name="ato" value="reconectar">
          {estado === 'revoked' ? 'Reconectar' : 'Novo código'}
        </button>
        {estado === 'revoked' ? null : (
          <button className="ato perigo" name="ato" value="cancelar">
            Cancelar
          </button>
        )}
      </form>
    )
  }
  return (
    <details className="perigo" open={failure !== null}>
      <summary>
        Tirar da equipe<span className="oculto"> {nome}</span>
      </summary>
      <form method="post" action="/painel/equipe">
        {id}
        <p className="dica">{warningOf(member)}</p>
        {isLast ? (
          <>
            <Failure id={LAST_ORGANISER} error={failure} />
            <Option
              id={LAST_ORGANISER}
              type="checkbox"
              name={LAST_ORGANISER}
              value="sim"
              required
              aria-invalid={failure === null ? undefined : true}
              aria-describedby={failure === null ? undefined : `${LAST_ORGANISER}-falha`}
            >
              Entendi: só volto com um link do suporte técnico.
            </Option>
          </>
        ) : null}
        <button name="ato" value="revogar">
          Tirar {quem} da equipe
        </button>
        {isThis ? null : (
          <>
            <p className="dica">Trocou de aparelho? Este sai, e um código novo põe outro no lugar.</p>
            <button className="contorno" name="ato" value="reconectar">
              Reconectar {quem}
            </button>
          </>
        )}
      </form>
    </details>
  )
}

function warningOf({ isThis, isLast }: Member): string {
  if (isThis && isLast)
    return 'É o seu aparelho e o último da organização: você sai agora e só volta com um link do suporte técnico.'
  if (isThis) return 'É o seu aparelho: você sai agora, e outra pessoa da organização pode reconectar você.'
  return 'Vale já no próximo toque.'
}

/** Asks whom to invite to the team, and for what. */
export function InviteForm(props: {
  nome: string
  papel: string
  errors: { nome?: string; papel?: string }
}) {
  const { nome, papel, errors } = props
  return (
    <form method="post" action="/painel/equipe">
      <Field id="nome" label="Nome da pessoa" error={errors.nome} value={nome} maxLength={80} required />
      <fieldset className="linha" aria-describedby={errors.papel === undefined ? undefined : 'papel-falha'}>
        <legend>O que pode fazer</legend>
        <Failure id="papel" error={errors.papel} />
        {(['porta', 'organizacao'] as const).map((one, index) => (
          <Option
            key={one}
            type="radio"
            name="papel"
            id={index === 0 ? 'papel' : undefined}
            value={one}
            defaultChecked={one === papel}
          >
            <b>{PAPEL[one].nome}</b> {PAPEL[one].offer}
          </Option>
        ))}
      </fieldset>
      <p className="nota">O convite vale por 30 minutos: faça quando a pessoa puder abrir.</p>
      <button name="ato" value="convidar">
        Convidar
      </button>
    </form>
  )
}

/** An open invitation, to be scanned from this screen or sent. */
export function ConviteWithQr({
  aparelhoid,
  nome,
  papel,
  codigo,
  qr,
  whatsapp,
  ate,
}: ReturnType<typeof convitesOf>[number]) {
  return (
    <section className="cartao pareamento so-tela" aria-labelledby={`convite-${aparelhoid}`}>
      <QrCode qr={qr} label={`QR do convite de ${nome}`} />
      <div>
        <h2 id={`convite-${aparelhoid}`}>Convite de {nome}</h2>
        <p className="chave">{codigo}</p>
        <p>{`${PAPEL[papel].nome}. Serve uma vez, até ${ate}.`}</p>
        <form method="post" action="/painel/equipe" className="lado">
          <ActLink href={whatsapp}>Enviar pelo WhatsApp</ActLink>
          <input type="hidden" name="aparelhoid" value={aparelhoid} />
          <button className="ato perigo" name="ato" value="cancelar">
            Cancelar
          </button>
        </form>
      </div>
    </section>
  )
}

export const PAPEL = {
  porta: {
    nome: 'Porta',
    offer: 'Lê credenciais e dá entrada aos convidados, no dia do evento.',
    invitedTo: 'a porta',
    may: 'ler credenciais e dar entrada',
    sees: { title: 'Não vê', text: 'telefones inteiros, e-mails, CPF' },
  },
  organizacao: {
    nome: 'Organização',
    offer: 'Tudo, como você.',
    invitedTo: 'a organização',
    may: 'tudo: convidados, empresas, planilhas, listas, equipe',
    sees: { title: 'Vê', text: 'nome, telefone e e-mail de todos' },
  },
} as const satisfies Record<Papel, object>

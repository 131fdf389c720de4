import { FoldedAct } from '~/painel/painel'
import { Table } from '~/shared/table'
import { NOTA_MAX, ROTULO_MAX, type ConviteListado } from '../../server/domain/convite-pessoal'
import { formatTelefone, SEM_WHATSAPP } from '../../server/domain/telefone.ts'
import { envioHref } from '~/painel/envios/filas'
import { Field, Outcome } from '~/shared/field'
import { rotuloFieldOf, type RefusedRotulo } from '~/shared/new-convites'
import { useIsOver } from '~/shared/page'

/** An invitation as lists show it; its label is empty text once its guest is erased. */
export type ListedConvite = ConviteListado & { link: { href: string; text: string } }

const ESTADOS = {
  novo: { tipo: 'meio', nome: 'Sem resposta' },
  usado: { tipo: 'ligado', nome: 'Confirmou' },
  saiu: { tipo: 'fim', nome: 'Saiu depois' },
  recusado: { tipo: 'fim', nome: 'Não vem' },
  revogado: { tipo: 'fim', nome: 'Cancelado' },
} as const

/** The hint of the field for the names. */
export const DICA =
  'Com o WhatsApp do lado, se tiver. Pode colar de qualquer lugar; o que está entre parênteses vira observação, e “José e esposa” vale para dois.'

/** How many people an invitation is for, where there are several. */
export function Lugares({ lugares }: { lugares: number }) {
  return lugares === 1 ? null : <span className="lugares">{`${lugares} lugares`}</span>
}

/** Personal invitations; new ones with everything that can be done with them. */
export function ConvitesPessoais({
  convites,
  recusado,
}: {
  convites: ListedConvite[]
  recusado: RefusedRotulo | null
}) {
  return (
    <Table
      className="dobra pessoais"
      caption="Convites pessoais"
      isCaptionHidden
      heads={['Nome', 'Situação', 'WhatsApp', 'Link', 'Ações']}
    >
      {convites.map((convite) => {
        const { codigo, rotulo, telefone, lugares, nota, estado, link } = convite
        const { tipo, nome } = ESTADOS[convite.saiu ? 'saiu' : estado]
        return (
          <tr key={codigo} id={codigo}>
            <th scope="row">
              {rotulo || <span className="zero">nome apagado</span>} <Lugares lugares={lugares} />
              {nota === '' ? null : <small className="nota"> {nota}</small>}
            </th>
            <td>
              <span className={`estado ${tipo}`}>{nome}</span>
            </td>
            <td className="fone">{formatTelefone(telefone) || SEM_WHATSAPP}</td>
            <td className="larga">
              {estado === 'novo' ? <span className="copiavel">{link.text}</span> : null}
            </td>
            <td className="larga">
              {estado === 'novo' ? (
                <Buttons convite={convite} recusado={recusado?.codigo === codigo ? recusado : null} />
              ) : null}
            </td>
          </tr>
        )
      })}
    </Table>
  )
}

/** Opens the desk's message for it, in a tab of its own; one that was sent, once more. */
export function SendConvite({
  codigo,
  rotulo,
  isSent = false,
}: Pick<ListedConvite, 'codigo' | 'rotulo'> & { isSent?: boolean }) {
  if (useIsOver()) return null
  return (
    <form method="post" action={envioHref('pessoal', codigo)} target="_blank" rel="noopener">
      <button className="ato" name="ato" value={isSent ? 'enviar-de-novo' : 'enviar'}>
        {isSent ? 'Enviar de novo' : 'Enviar'}
        <span className="oculto">{` pelo WhatsApp o convite de ${rotulo}`}</span>
      </button>
    </form>
  )
}

/** Leads to the first of a company's, or of the house's, that nobody has sent, at the sending desk. */
export function SendOneByOne({ empresaid, className }: { empresaid: string; className?: string }) {
  if (useIsOver()) return null
  return (
    <form method="post" action="/painel/envios">
      <input type="hidden" name="fila" value="pessoal" />
      {empresaid === '' ? null : <input type="hidden" name="mesa" value={empresaid} />}
      <button className={className}>Enviar um por vez</button>
    </form>
  )
}

/** What a correction may change. */
const CAMPOS = [
  { campo: 'rotulo', label: 'Nome', maxLength: ROTULO_MAX },
  { campo: 'telefone', label: 'WhatsApp', type: 'tel', inputMode: 'numeric' },
  { campo: 'nota', label: 'Observação, só para a organização', maxLength: NOTA_MAX },
] as const

function Buttons({ convite, recusado }: { convite: ListedConvite; recusado: RefusedRotulo | null }) {
  const { codigo, rotulo } = convite
  const typed = recusado && { ...recusado, rotulo: recusado.typed }
  return (
    <div className="atos">
      <SendConvite {...convite} />
      <details open={recusado !== null}>
        <summary>
          Corrigir
          <span className="oculto">{` do convite de ${rotulo}`}</span>
        </summary>
        <form method="post" acceptCharset="utf-8">
          {CAMPOS.map(({ campo, ...field }) => (
            <Field
              key={campo}
              id={rotuloFieldOf(codigo, campo)}
              {...field}
              error={recusado && (recusado.campo ?? 'rotulo') === campo ? recusado.message : null}
              value={typed?.[campo] ?? convite[campo]}
            />
          ))}
          <input type="hidden" name="codigo" value={codigo} />
          <button className="contorno" name="ato" value="mudar">
            Gravar
          </button>
        </form>
      </details>
      <FoldedAct
        title={
          <>
            Cancelar<span className="oculto">{` o convite de ${rotulo}`}</span>
          </>
        }
        told="O link não abre mais, e o lugar fica livre."
        fields={{ codigo }}
        ato="revogar"
        button="Cancelar o convite"
      />
    </div>
  )
}

/**
 * What was done to personal invitations, by its name in `?feito=`: nothing else from an address is ever
 * shown.
 */
const DONE = {
  criados: 'os convites pessoais foram feitos. Envie a cada pessoa o dela.',
  mudado: 'o convite foi corrigido.',
  revogado: 'o convite foi cancelado, e o lugar está livre.',
} as const

const WARNINGS = {
  'ja-usado': 'alguém já se cadastrou com este convite. Nada mudou.',
  'ja-recusado': 'quem recebeu este convite avisou que não vem. Nada mudou.',
  'ja-revogado': 'este convite já foi cancelado. Nada mudou.',
} as const

export type ConvitesDoneName = keyof typeof DONE | keyof typeof WARNINGS

/** The message the page of personal invitations opens with after an act; nothing for an unknown name. */
export function ConvitesDone({ nome }: { nome: string | null }) {
  return <Outcome nome={nome} done={DONE} warnings={WARNINGS} />
}

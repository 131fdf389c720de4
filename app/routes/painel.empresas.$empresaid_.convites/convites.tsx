import { FoldedAct } from '~/painel/painel'
import { Table } from '~/shared/table'
import type { EstadoDoConvite } from '../../../server/domain/convite-pessoal'
import { envioHref } from '~/painel/envios/filas'
import { Field, Outcome } from '~/shared/field'
import { rotuloFieldOf, type RefusedRotulo } from '~/shared/new-convites'

export interface ListedConvite {
  codigo: string
  /** Empty text once its guest is erased. */
  rotulo: string
  estado: EstadoDoConvite
  link: { href: string; text: string }
}

const ESTADOS = {
  novo: { tipo: 'meio', nome: 'Novo' },
  usado: { tipo: 'ligado', nome: 'Usado' },
  recusado: { tipo: 'fim', nome: 'Não vem' },
  revogado: { tipo: 'fim', nome: 'Revogado' },
} as const

/** A company's personal invitations; new ones with everything that can be done with them. */
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
      heads={['Nome', 'Estado', 'Link', 'Atos']}
    >
      {convites.map((convite) => {
        const { codigo, rotulo, estado, link } = convite
        const { tipo, nome } = ESTADOS[estado]
        return (
          <tr key={codigo} id={codigo}>
            <th scope="row">{rotulo || <span className="zero">nome apagado</span>}</th>
            <td>
              <span className={`estado ${tipo}`}>{nome}</span>
            </td>
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

function Buttons({ convite, recusado }: { convite: ListedConvite; recusado: RefusedRotulo | null }) {
  const { codigo, rotulo } = convite
  return (
    <div className="atos">
      <form method="post" action={envioHref('pessoal', codigo)} target="_blank" rel="noopener">
        <button className="ato" name="ato" value="enviar">
          ENVIAR PELO WHATSAPP<span className="oculto">{` o convite de ${rotulo}`}</span>
        </button>
      </form>
      <details open={recusado !== null}>
        <summary>
          MUDAR O NOME<span className="oculto">{` do convite de ${rotulo}`}</span>
        </summary>
        <form method="post" acceptCharset="utf-8">
          <Field
            id={rotuloFieldOf(codigo)}
            label="Nome"
            maxLength={60}
            autoComplete="off"
            error={recusado?.message ?? null}
            value={recusado?.typed ?? rotulo}
          />
          <input type="hidden" name="codigo" value={codigo} />
          <button className="contorno" name="ato" value="mudar">
            GRAVAR O NOME
          </button>
        </form>
      </details>
      <FoldedAct
        title={
          <>
            REVOGAR<span className="oculto">{` o convite de ${rotulo}`}</span>
          </>
        }
        told="O link não abre mais, e o convite volta para a empresa."
        fields={{ codigo }}
        ato="revogar"
        button="REVOGAR O CONVITE"
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
  'criados-sem-numero':
    'os convites pessoais foram feitos, na ordem da lista. Só os nomes foram guardados: telefones e outras colunas, não.',
  mudado: 'o nome do convite foi mudado.',
  revogado: 'o convite foi revogado, e voltou para a empresa.',
} as const

const WARNINGS = {
  'ja-usado': 'alguém já se cadastrou com este convite. Nada mudou.',
  'ja-revogado': 'este convite já foi revogado. Nada mudou.',
} as const

export type ConvitesDoneName = keyof typeof DONE | keyof typeof WARNINGS

/** The message the page of personal invitations opens with after an act; nothing for an unknown name. */
export function ConvitesDone({ nome }: { nome: string | null }) {
  return <Outcome nome={nome} done={DONE} warnings={WARNINGS} />
}

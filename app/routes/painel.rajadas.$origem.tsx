import { convidadoHref, WhereaboutsTold } from '~/painel/convidado-told'
import { whereaboutsOf } from '~/painel/convidados/convidado.server'
import { ErrorSummary, Failure, Option } from '~/shared/field'
import { OutlineLink } from '~/shared/page'
import { Table } from '~/shared/table'
import { noStore, seeOther } from '~/shared/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { countOf } from '~/shared/words'
import { Painel, painelTitled } from '~/painel/painel'
import { rajadaFrom, rajadaOf, quandoOf, type RajadaTicked } from '~/painel/rajadas.server'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import type { Services } from '../../server/composition.ts'
import type { Autor } from '../../server/domain/historico.ts'
import { maskTelefone, SEM_WHATSAPP } from '../../server/domain/telefone.ts'
import {
  readWhereabouts,
  undoRajada,
  type Marcado,
  type RajadaQuery,
} from '../../server/use-cases/rajadas.ts'

export const loader = painelLoader(({ services }, { request, params }) =>
  rajadaShown(services, rajadaFrom(request, params.origem)),
)

export const action = painelAction(async ({ services, autor }, { request, params }) => {
  const query = rajadaFrom(request, params.origem)
  const ticked = tickedIn(await request.formData())
  const { marcados, isReturned, isSaved } = ticked
  if (marcados.length === 0 || !isSaved)
    return noStore({ ids: marcados.map(({ credencialid }) => credencialid), isReturned, isSaved }, 422)
  const feito = await undone(services, query, ticked, autor)
  const where = query.empresaid == null ? '' : `empresa=${encodeURIComponent(query.empresaid)}&`
  return seeOther(`/painel/rajadas?${where}feito=${feito}`)
})

/** What erasing offers: a burst's guests, those ticked in advance, and the link to the file. */
async function rajadaShown(services: Services, query: RajadaQuery) {
  const rajada = await readWhereabouts(services, await rajadaOf(services, query))
  const convidados = rajada.map(({ convidado: { credencial, empresa }, ...at }) => ({
    credencialid: credencial.credencialid,
    nome: credencial.nome,
    telefone: maskTelefone(credencial.telefone) || SEM_WHATSAPP,
    empresa: empresa?.nome ?? null,
    ...whereaboutsOf(at, services),
  }))
  const { origem, empresaid, from, to } = query
  const asked = new URLSearchParams({
    origem,
    de: String(from),
    ate: String(to),
    ...(empresaid != null && { empresa: empresaid }),
  })
  return {
    convidados,
    quando: quandoOf(services, from, to),
    empresaid: empresaid ?? null,
    arquivo: `/painel/exportar/rajada.xlsx?${asked.toString()}`,
  }
}

/**
 * Reads what was ticked. A guest who was outside when the page was made is sent as `cadastro`, and is kept if
 * they have gone in since. A guest who was inside but ticked anyway is sent as `dentro`.
 */
function tickedIn(form: FormData): RajadaTicked {
  const marcadosIn = (name: string, isInsideToo: boolean) =>
    form
      .getAll(name)
      .flatMap((id): Marcado[] => (typeof id === 'string' ? [{ credencialid: id, isInsideToo }] : []))
  return {
    marcados: [...marcadosIn('cadastro', false), ...marcadosIn('dentro', true)],
    isReturned: form.get('devolver') === 'sim',
    isSaved: form.get('salvo') === 'sim',
  }
}

type Undone = 'desfeita' | 'desfeita-aos-poucos' | 'menos-dentro' | 'so-dentro' | 'nenhuma'

/**
 * Erases those guests of a burst who were ticked, and nobody else.
 * @returns what the list of bursts then says
 */
async function undone(
  services: Services,
  query: RajadaQuery,
  { marcados, isReturned }: RajadaTicked,
  autorOf: () => Autor,
): Promise<Undone> {
  const ids = new Set((await rajadaOf(services, query)).map(({ credencial }) => credencial.credencialid))
  const those = marcados.filter(({ credencialid }) => ids.has(credencialid))
  const { removed, inside, isMirrored } = await undoRajada(services, those, isReturned, autorOf)
  if (removed === 0) return inside > 0 ? 'so-dentro' : 'nenhuma'
  if (inside > 0) return 'menos-dentro'
  return isMirrored ? 'desfeita' : 'desfeita-aos-poucos'
}

export const meta = painelTitled('Desfazer rajada')

/** Ticked in advance: guests who are neither inside nor withdrawn. */
const isMeant = ({ dentro, retirada }: { dentro: string | null; retirada: string | null }) =>
  dentro === null && retirada === null

/** A burst, name by name, each with a box. Ticked guests are erased, once their names are in a file. */
export default function Rajada() {
  const { convidados, quando, empresaid, arquivo } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const list = empresaid === null ? '' : `?empresa=${encodeURIComponent(empresaid)}`
  const empresa = convidados.find(({ empresa }) => empresa !== null)?.empresa
  const de = empresaid === null ? 'Formulário público' : (empresa ?? empresaid)
  const [nobody, unsaved] = [refused?.ids.length === 0, refused?.isSaved === false]
  const errors = [
    { id: 'nomes', message: nobody ? 'Marque ao menos um nome.' : null },
    { id: 'salvo', message: unsaved ? UNSAVED : null },
  ]
  return (
    <Painel
      current={empresaid === null ? 'Histórico' : 'Empresas'}
      title="Desfazer rajada"
      kicker={<a href={`/painel/rajadas${list}`}>Muitos cadastros em pouco tempo</a>}
      gauge={<span>{`${de}: ${countOf(convidados.length, 'cadastro', 'cadastros')}, ${quando}`}</span>}
    >
      <ErrorSummary title="Nada foi excluído" errors={errors} />
      {convidados.length === 0 ? (
        <p>Nenhum cadastro desta rajada existe mais.</p>
      ) : (
        <>
          <div className="alerta passo">
            <p>
              <b>1.</b> Baixe os nomes. O arquivo é a única volta: enviado em Planilhas, cadastra todos de
              novo, cada um na sua empresa, com outro link.
            </p>
            <OutlineLink href={arquivo}>Baixar antes</OutlineLink>
            <p>
              <b>2.</b> Deixe marcados só os que devem sair.
              {convidados.every(isMeant) ? null : ' Quem já entrou ou desistiu não vem marcado.'}
            </p>
          </div>
          <form method="post" className="perigo">
            <Table
              className="dobra marcar"
              caption={<span id="nomes">Sai quem está marcado</span>}
              heads={['Nome', 'Situação', 'WhatsApp', { hidden: 'Ver' }]}
            >
              {convidados.map((convidado) => {
                const { credencialid, nome, telefone, dentro, retirada } = convidado
                return (
                  <tr key={credencialid}>
                    <th scope="row">
                      <Option
                        type="checkbox"
                        name={dentro === null ? 'cadastro' : 'dentro'}
                        value={credencialid}
                        defaultChecked={refused ? refused.ids.includes(credencialid) : isMeant(convidado)}
                      >
                        {nome}
                      </Option>
                    </th>
                    <td>
                      <WhereaboutsTold dentro={dentro} retirada={retirada} />
                    </td>
                    <td className="fone">{telefone}</td>
                    <td className="n">
                      <a href={convidadoHref(credencialid)}>
                        Ver<span className="oculto">{` ${nome}`}</span>
                      </a>
                    </td>
                  </tr>
                )
              })}
            </Table>
            <p className="dica">
              As credenciais dos marcados deixam de abrir e os nomes se apagam para sempre. No histórico ficam
              os códigos, sem nomes.
            </p>
            {empresa ? (
              <Option
                type="checkbox"
                name="devolver"
                value="sim"
                defaultChecked={refused?.isReturned ?? true}
              >
                {`Devolver os convites a ${empresa}`}
              </Option>
            ) : null}
            <div className="fica">
              <div>
                <Failure id="salvo" error={unsaved ? UNSAVED : null} />
                <Option
                  id="salvo"
                  type="checkbox"
                  name="salvo"
                  value="sim"
                  required
                  defaultChecked={refused?.isSaved ?? false}
                  aria-invalid={unsaved || undefined}
                  aria-describedby={unsaved ? 'salvo-falha' : undefined}
                >
                  O arquivo está guardado
                </Option>
              </div>
              <button>Excluir os marcados</button>
            </div>
          </form>
        </>
      )}
    </Painel>
  )
}

const UNSAVED = 'Baixe antes o arquivo com os nomes, e marque que está guardado.'

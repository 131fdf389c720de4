import { useLoaderData } from '@remix-run/react'
import { FirstSheet, Measures, namedErrors, PaperChoice, Sum, WhoChoice } from './escolha'
import { escolhaShown, marked } from '~/painel/etiquetas/etiquetas.server'
import { toldUnmarked } from '~/painel/etiquetas/folhas'
import { Painel, painelTitled } from '~/painel/painel'
import type { RouteHandle } from '~/shared/document'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import { countFields, ErrorSummary, Message } from '~/shared/field'

export const handle: RouteHandle = { sheet: 'etiquetas' }

export const loader = painelLoader(({ services }, { request }) => escolhaShown(services, request))

export const action = painelAction((equipe, { request }) => marked(equipe, request, ''))

export const meta = painelTitled('Crachás e etiquetas')

/** What to print on which paper: one form, whose address is all it knows. */
export default function Etiquetas() {
  const {
    counts,
    mesas,
    erros,
    total,
    folhasTotal,
    porFolha,
    papeis,
    papel,
    primeira,
    typed,
    escolha,
    isTyped,
    comeco,
    ultima,
    desmarcadas,
  } = useLoaderData<typeof loader>()
  const errors = namedErrors(erros)
  return (
    <Painel
      current="Listas"
      title="Crachás e etiquetas"
      kicker={<a href="/painel/listas">Listas</a>}
      summary={<ErrorSummary title={countFields} errors={errors} />}
    >
      <svg className="molde" aria-hidden="true">
        <pattern id="gasta" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="1.6" height="6" />
        </pattern>
      </svg>
      {desmarcadas === null ? null : (
        <Message isWarning={desmarcadas === 0}>{toldUnmarked(desmarcadas)}</Message>
      )}
      <form id="desmarcar" method="post" />
      <form className="com-vistas" action="/painel/listas/etiquetas/folhas">
        <div>
          <fieldset className="grupo">
            <legend>Papel</legend>
            <PaperChoice papeis={papeis} papel={papel} />
            <Measures typed={typed} erros={erros} isOpen={isTyped || errors.length > 0} />
          </fieldset>
          <WhoChoice
            counts={counts}
            mesas={mesas}
            escolha={escolha}
            inicio={comeco}
            ultima={ultima}
            error={erros.inicio ?? null}
          />
          <div className="barra-fixa">
            <button>VER AS FOLHAS</button>
            {errors.length > 0 ? null : (
              <Sum total={total} folhas={folhasTotal} porFolha={porFolha} inicio={primeira.used + 1} />
            )}
          </div>
        </div>
        <section className="vistas" aria-labelledby="planta">
          <h2 id="planta">A primeira folha</h2>
          <FirstSheet primeira={primeira} />
          <p className="acoes-da-planta">
            <button className="contorno" formAction="/painel/listas/etiquetas/moldura">
              SÓ A MOLDURA
            </button>
          </p>
          <p className="acoes-da-planta">
            <button className="contorno" formAction="/painel/listas/etiquetas">
              ATUALIZAR
            </button>
          </p>
          <p className="nota">
            Primeiro em papel comum: ponha a folha de etiquetas atrás, contra a luz. Se fugir 1 mm, corrija no
            ajuste fino.
          </p>
        </section>
      </form>
    </Painel>
  )
}

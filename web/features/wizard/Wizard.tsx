type Props = { step: string; caseId: string | undefined; go: (href: string) => void };

export function Wizard({ step, caseId }: Props) {
  return (
    <div className="page">
      <h1 className="t-page">
        {step} {caseId}
      </h1>
    </div>
  );
}

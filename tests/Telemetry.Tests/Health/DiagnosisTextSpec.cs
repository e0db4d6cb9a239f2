namespace AkkaInstrumentation.Tests.Health;

/// <summary>A diagnosis that is printed says all that it knows.</summary>
public sealed class DiagnosisTextSpec
{
    [Fact]
    public void Each_cause_has_its_certainty_its_evidence_and_its_next_step()
    {
        var diagnosis = AkkaDiagnosis.Read(new Symptoms(Found.Nothing, [], []) { PoolWaitSeconds = 8.25, Process = new() { Processors = new(0.1) } });
        var cause = Assert.Single(diagnosis.Causes);
        Assert.Equal(
            [$"1. {cause.Description} (certain)", .. cause.Evidence.Select(evidence => $"   {evidence}"), $"   Next: {cause.NextStep}",
                .. diagnosis.Unchecked.Select(one => $"Not checked: {one}")],
            diagnosis.ToString().Split('\n'));
    }

    [Fact]
    public void Without_a_cause_it_is_the_summary() =>
        Assert.Equal("Nothing is wrong.", AkkaDiagnosis.Read(new Symptoms(Found.Nothing, [], [])).ToString());
}

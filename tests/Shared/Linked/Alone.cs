namespace AkkaInstrumentation.Tests;

/// <summary>
/// Tests that no other test may disturb: exact allocations of the process, or "nobody listens" (listeners are global). They run one after the other
/// when everything that runs in parallel is done.
/// </summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class Alone
{
    public const string Name = "alone";
}

namespace AkkaInstrumentation.Tests;

/// <summary>A test that needs something: skipped, with the reason, where that is not there.</summary>
public abstract class FactIfAttribute : FactAttribute
{
    protected FactIfAttribute(bool isThere, string otherwise) => Skip = isThere ? null : otherwise;
}

namespace AkkaInstrumentation.Tests;

/// <summary>Rows of a theory: each of one list with each of another.</summary>
internal static class Combinations
{
    public static TheoryData<TOne, TOther> Each<TOne, TOther>(IEnumerable<TOne> ones, params TOther[] others)
    {
        var rows = new TheoryData<TOne, TOther>();
        foreach (var one in ones)
        {
            Array.ForEach(others, other => rows.Add(one, other));
        }

        return rows;
    }
}

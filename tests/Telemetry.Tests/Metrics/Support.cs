namespace AkkaInstrumentation.Tests.Metrics;

internal static class Support
{
    /// <summary>An actor that no rule is about.</summary>
    public static ActorRules NoRules { get; } = RuleSet.Empty.For("/user/any", actor: null);

    public static List<MessageCell> All(MessageCells cells)
    {
        var all = new List<MessageCell>();
        for (var cell = cells.Latest; cell is not null; cell = cell.Next)
        {
            all.Add(cell);
        }

        return all;
    }
}

namespace AkkaInstrumentation;

/// <summary>Shows how two texts differ, line by line: "- " is only in the first, "+ " only in the second, "  " in both.</summary>
internal static class LineDifference
{
    public static string Between(string first, string second)
    {
        var (before, after) = (first.Split('\n'), second.Split('\n'));
        var common = CommonLines(before, after);
        var lines = new List<string>();
        var (i, j) = (0, 0);
        while (i < before.Length || j < after.Length)
        {
            if (i < before.Length && j < after.Length && before[i] == after[j])
            {
                lines.Add($"  {before[i++]}");
                j++;
            }
            else if (j == after.Length || (i < before.Length && common[i + 1, j] >= common[i, j + 1]))
            {
                lines.Add($"- {before[i++]}");
            }
            else
            {
                lines.Add($"+ {after[j++]}");
            }
        }

        return string.Join('\n', lines);
    }

    // For each pair of positions, the largest number of lines that the rests of the two texts have in common.
    private static int[,] CommonLines(string[] before, string[] after)
    {
        var common = new int[before.Length + 1, after.Length + 1];
        for (var i = before.Length - 1; i >= 0; i--)
        {
            for (var j = after.Length - 1; j >= 0; j--)
            {
                common[i, j] = before[i] == after[j] ? common[i + 1, j + 1] + 1 : Math.Max(common[i + 1, j], common[i, j + 1]);
            }
        }

        return common;
    }
}

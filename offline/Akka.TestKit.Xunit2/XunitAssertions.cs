using System.Globalization;
using Xunit;
using Xunit.Sdk;

namespace Akka.TestKit.Xunit2;

/// <summary>Fails a test the way xunit does.</summary>
public class XunitAssertions : ITestKitAssertions
{
    public void Fail(string format = "", params object[] args) => Assert.Fail(Text(format, args));

    public void AssertTrue(bool condition, string format = "", params object[] args)
    {
        if (!condition)
        {
            Assert.True(condition, Text(format, args));
        }
    }

    public void AssertFalse(bool condition, string format = "", params object[] args)
    {
        if (condition)
        {
            Assert.False(condition, Text(format, args));
        }
    }

    public void AssertEqual<T>(T expected, T actual, string format = "", params object[] args) => Assert.Equal(expected, actual);

    public void AssertEqual<T>(T expected, T actual, Func<T, T, bool> comparer, string format = "", params object[] args)
    {
        ArgumentNullException.ThrowIfNull(comparer);
        if (!comparer(expected, actual))
        {
            throw EqualException.ForMismatchedValues(expected, actual);
        }
    }

    // A text without arguments may hold braces of its own.
    private static string Text(string format, object[] args) =>
        args.Length == 0 ? format : string.Format(CultureInfo.InvariantCulture, format, args);
}

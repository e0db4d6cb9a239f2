namespace Akka.TestKit;

/// <summary>How the kit makes a test fail: implemented once per test framework.</summary>
public interface ITestKitAssertions
{
    void Fail(string format = "", params object[] args);

    void AssertEqual<T>(T expected, T actual, string format = "", params object[] args);
}
